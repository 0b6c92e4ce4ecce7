/** What admins read where a system is not set up as it should be. */
export const noticeTexts = {
  proxyUntold:
    'Requests come through a proxy, and TRUST_PROXY is not set: all visitors seem to have one address, so most clicks are not counted. Set TRUST_PROXY to the number of proxies and restart Framelift.',
  addressUnreachable:
    'Your e-mail address cannot receive mail, so you hear of nothing: no cashouts, alarms or links for a forgotten password. Change it on your account page.',
} as const;
