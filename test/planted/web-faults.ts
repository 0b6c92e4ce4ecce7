import type { PlantedFault } from './faults.ts';

/** Visible mistakes. Each must fail a component spec. */
const faults: [spec: string, ...[what: string, file: string, from: string, to: string][]][] = [
  [
    'dashboard/OverviewTab',
    ['Total Clicks shows the number of sales', 'dashboard/Figures.tsx', 'formatCount(stats.totalClicks)', 'formatCount(stats.totalSales)'],
    [
      'A recent sale shows its commission as its amount',
      'dashboard/OverviewTab.tsx',
      'of {formatMoney(sale.amount)}',
      'of {formatMoney(sale.commissionAmount)}',
    ],
    [
      'The progress to the next tier is inverted',
      'dashboard/TierCard.tsx',
      'nextTierName ? progressToNextTier : 100',
      'nextTierName ? 100 - progressToNextTier : 100',
    ],
    [
      'The amount under review shows the amount on hold',
      'dashboard/OnHold.tsx',
      'formatMoney(underReviewAmount)}</Figure> more',
      'formatMoney(onHold)}</Figure> more',
    ],
  ],
  [
    'dashboard/SalesTab',
    [
      'A refunded sale reads Completed',
      'dashboard/SalesTab.tsx',
      `status={sale.underReview ? 'under review' : sale.status}`,
      `status={'completed'}`,
    ],
    [
      'The buyer’s address of a missing sale is not sent',
      'dashboard/missing-sales/MissingSaleDialog.tsx',
      'customerEmail.trim() || null',
      'null',
    ],
    ['An open missing sale is green', 'session/screens/MissingSaleBadge.tsx', `'Under review', 'yellow'`, `'Under review', 'green'`],
    [
      'Older sales repeat the newest ones',
      'dashboard/dashboardApi.ts',
      `page('affiliate/sales', { ...salesQuery(queryArg), after })`,
      `page('affiliate/sales', salesQuery(queryArg))`,
    ],
  ],
  [
    'dashboard/CashoutsTab',
    [
      'An affiliate’s notes on a cashout are dropped',
      'dashboard/CashoutDialog.tsx',
      'paymentMethodId, notes, editBase',
      `paymentMethodId, notes: notes && '', editBase`,
    ],
    ['A cashout of exactly the minimum is not offered', 'dashboard/cashoutOffer.ts', 'isOffered: toGo === 0', 'isOffered: toGo < 0'],
    [
      'A dashboard is not reloaded after a cashout',
      'dashboard/dashboardApi.ts',
      `url: 'affiliate/cashouts', method: 'POST', body }),\n      invalidatesTags: ['Dashboard', 'Trends', 'Ledger'],`,
      `url: 'affiliate/cashouts', method: 'POST', body }),`,
    ],
  ],
  [
    'dashboard/LedgerTab',
    [
      'The first day of a ledger is not sent',
      'dashboard/ledgerApi.ts',
      '(from ? { from: new Date(from).toISOString() } : {})',
      '(from ? {} : {})',
    ],
    [
      'The ledger shows the amount as the balance',
      'session/screens/ledgerColumns.tsx',
      'formatMoney(entry.balance)',
      'formatMoney(entry.amount)',
    ],
    ['Sales that earned nothing are shown as none', 'dashboard/NotCredited.tsx', 'entries.length === 0 ?', 'entries.length !== 0 ?'],
  ],
  [
    'dashboard/SettingsTab',
    ['The primary method reads Verified', 'dashboard/SettingsTab.tsx', '{method.isVerified && ', '{method.isPrimary && '],
    [
      'The action that required a password is not repeated after it',
      'session/screens/useConfirmed.tsx',
      'right ? action() : result',
      'result',
    ],
  ],
  [
    'dashboard/Dashboard',
    ['Read notifications count as unread', 'dashboard/Notifications.tsx', 'filter(({ isRead }) => !isRead)', 'filter(() => true)'],
    ['Changes during a lost connection are not loaded', 'session/api/useLive.ts', 'if (missed) refresh(tagTypes);', ''],
    ['The server does not receive a logout', 'session/screens/useLogout.ts', 'if (token) tellServer(token);', ''],
  ],
  [
    'dashboard/performance/PerformanceTab',
    [
      'Figures of the previous choice stay while the new ones load',
      'dashboard/performance/PerformanceTab.tsx',
      'const { currentData, error,',
      'const { data: currentData, error,',
    ],
  ],
  [
    'ui/charts/Trends',
    ['The oldest day is on top of the table', 'ui/charts/ReadableChart.tsx', 'rows={points.toReversed()}', 'rows={points}'],
    ['Escape does not close the numbers of a point', 'ui/charts/PointReader.tsx', `key === 'Escape'`, `key === 'Esc'`],
  ],
  [
    'ui/layout/Toaster',
    ['A failure disappears like a success', 'ui/layout/Toaster.tsx', `tone === 'success' ? BANNER_MS : undefined`, 'BANNER_MS'],
  ],
  ['ui/Badge', ['Pending is green', 'ui/Badge.tsx', `pending: 'yellow'`, `pending: 'green'`]],
  ['ui/HoverMenu', ['Escape does not close a menu', 'ui/disclosures.ts', `'Escape'`, `'Esc'`]],
  ['site/carousel/Carousel', ['Pause does not stop a carousel', 'site/carousel/Carousel.tsx', '!focused && !stopped', '!focused']],
  [
    'site/product/CouponField',
    ['A code is checked while it is typed', 'site/product/coupon.ts', 'const TYPING_MS = 400;', 'const TYPING_MS = 40;'],
  ],
  ['account/AccountScreen', ['The password form keeps what was entered', 'account/PasswordSection.tsx', '    clears: true,\n', '']],
  [
    'account/mails/MailsSection',
    ['A refused choice stays', 'account/mails/mailsApi.ts', 'queryFulfilled.catch(shown.undo)', 'queryFulfilled.catch(() => {})'],
  ],
  [
    'account/sign-in/LoginForm',
    [
      'The code’s field does not get the focus',
      'account/sign-in/LoginForm.tsx',
      'one of your recovery codes." first />',
      'one of your recovery codes." />',
    ],
  ],
  [
    'account/sign-in/RegisterForm',
    ['A new account’s message disappears immediately', 'account/sign-in/RegisterForm.tsx', 'REDIRECT_MS = 2000', 'REDIRECT_MS = 200'],
  ],
  [
    'admin/AdminOverviewTab',
    [
      'The outstanding balance shows the amount paid out',
      'admin/AdminOverviewTab.tsx',
      'formatMoney(overview.totalOutstandingBalance)',
      'formatMoney(overview.totalPaidOut)',
    ],
  ],
  [
    'admin/AffiliatesTab',
    [
      'The order newest first is labelled oldest first',
      'admin/AffiliatesTab.tsx',
      `'-createdAt': 'Newest first'`,
      `'-createdAt': 'Oldest first'`,
    ],
    ['A new search stays on the page of the old one', 'admin/useList.ts', 'change({ ...changes, ...atFirst })', 'change(changes)'],
    ['The rate of a tier is not shown', 'admin/affiliateColumns.tsx', 'formatPercent(tierCommissionRate)', 'formatPercent(0)'],
  ],
  [
    'admin/AdminCashoutsTab',
    [
      'An admin’s notes on a cashout are dropped',
      'admin/ProcessCashoutDialog.tsx',
      'const body = { adminNotes, ',
      `const body = { adminNotes: adminNotes && '', `,
    ],
    ['A chosen status is not requested', 'admin/ListTools.tsx', 'change({ status })', `change({ status: '' })`],
  ],
];

export const webFaults: PlantedFault[] = faults.flatMap(([spec, ...all]) =>
  all.map(([what, file, from, to]) => ({ what, file: `web/src/${file}`, from, to, by: `web/src/${spec}.spec.tsx` })),
);
