/** Services that forward to a real mailbox. Lists of disposable mail hold many of them, but their users read their mail. */
export const forwarding: ReadonlySet<string> = new Set([
  // DuckDuckGo, Firefox Relay, Apple
  'duck.com',
  'mozmail.com',
  'relay.firefox.com',
  'privaterelay.appleid.com',
  // SimpleLogin
  'simplelogin.com',
  'simplelogin.co',
  'simplelogin.fr',
  'simplelogin.io',
  'slmail.me',
  'slmails.com',
  'silomails.com',
  '8alias.com',
  '8shield.net',
  'aleeas.com',
  'dralias.com',
  // Proton Pass
  'passmail.net',
  'passmail.com',
  'passinbox.com',
  'passfwd.com',
  // addy.io, once AnonAddy
  'addy.io',
  'addy.biz',
  'addymail.com',
  'anonaddy.com',
  'anonaddy.me',
  // 33Mail, Forward Email, Erine
  '33mail.com',
  'forwardemail.net',
  'erine.email',
]);
