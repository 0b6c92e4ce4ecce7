/** What admins read where a system is not set up as it should be. */
export const noticeTexts = {
  proxyUntold:
    'Requests come through a proxy, but TRUST_PROXY is not set. All visitors appear to have one address, so most clicks are not counted. Set TRUST_PROXY to the number of proxies and restart Framelift.',
  addressUnreachable:
    'Your e-mail address cannot receive mail, so you get no notifications, alarms or password links. Change it on your account page.',
} as const;
