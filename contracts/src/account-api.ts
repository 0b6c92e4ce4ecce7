import { type Static, Type } from 'typebox';

/** Bodies and responses of the calls about what guards an account (DESIGN §10), exactly as JSON. */

export const AccountView = Type.Object({
  username: Type.String(),
  email: Type.String(),
  isAdmin: Type.Boolean(),
  passwordChangedAt: Type.String({ format: 'date-time' }),
  totp: Type.Boolean({ description: 'Signing in takes a code' }),
  totpRequired: Type.Boolean({ description: 'An admin can do nothing else before it is turned on' }),
  recoveryCodesLeft: Type.Integer(),
});
export const TotpView = Type.Object({
  secret: Type.String({ description: 'Base 32, to type into an authenticator app' }),
  uri: Type.String({ description: 'otpauth://…, to show as a QR code' }),
});
export const RecoveryCodesView = Type.Object({
  recoveryCodes: Type.Array(Type.String(), { description: 'Shown once; each signs in once instead of a code' }),
});

export const ChangePasswordBody = Type.Object({ currentPassword: Type.String(), newPassword: Type.String() });
export const ConfirmBody = Type.Object({ password: Type.String() });
export const TotpCodeBody = Type.Object({ code: Type.String() });

export type AccountView = Static<typeof AccountView>;
export type TotpView = Static<typeof TotpView>;
export type RecoveryCodesView = Static<typeof RecoveryCodesView>;
export type ChangePasswordBody = Static<typeof ChangePasswordBody>;
export type ConfirmBody = Static<typeof ConfirmBody>;
export type TotpCodeBody = Static<typeof TotpCodeBody>;
