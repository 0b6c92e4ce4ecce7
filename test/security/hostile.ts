/** Values that somebody who means harm, or a broken client, puts where another was meant. */

const texts = [
  '', ' ', '\t', '\n', '\r\n', '\u0000', 'a\u0000b', '\u0001', '\u001b[31m', '\u007f', '\u0085', '\u00a0', '\u00ad', '\u200b', '\u200e', '\u202e', '\u2028', '\u2029',
  '\ufeff', '\ufffd', '\uffff', '\ud800', '\udc00', '\udc00\ud800', 'x\ud83d', '😀', '😀'.repeat(200), '👩‍👩‍👧‍👦', 'Z̸̡̛͉a̶l̵g̷o̴', '٣', '①', 'ﬀ', 'İ', 'ß', 'ⅷ', 'ſ', 'K', '𝕒𝕕𝕞𝕚𝕟', 'аdmin', 'admin\u200b', 'ad\u00admin',
  'x'.repeat(33), 'x'.repeat(129), 'x'.repeat(255), 'x'.repeat(1001), 'x'.repeat(10_000), 'é'.repeat(5_000), ' '.repeat(1_000),
  'null', 'undefined', 'NaN', 'Infinity', '-Infinity', 'true', 'false', '[]', '{}', '[object Object]', 'None', 'nil', '0', '-0', '-1', '00', '1.0', '1e3', '1e309', '0x10', '0b1', '0o7', '1_000', '1,000', '1;2', '９',
  '2147483648', '-2147483649', '9007199254740993', '9223372036854775808', '99999999999999999999999999', '1/0', 'NaN%',
  'constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf', 'then', 'toJSON', 'length',
  `'`, `"`, '`', '\\', `''`, `'; drop table log.events; --`, `' or '1'='1`, `" or ""="`, `1) or 1=1--`, `admin'--`, `' union select null,null--`, `'; select pg_sleep(5); --`, `\\'; --`, `$$; select 1; $$`, '%27', '%', '_', '%%', '\\_', `' || pg_sleep(5) || '`, 'e\'\\x00\'', '; copy log.events to program \'id\'',
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg onload=alert(1)>', `javascript:alert(1)`, '{{7*7}}', '${7*7}', '#{7*7}', '<%= 7*7 %>', '{{constructor.constructor("return process")()}}', '${jndi:ldap://127.0.0.1/a}', '<!--#exec cmd="id"-->', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  '../../etc/passwd', '..\\..\\windows\\win.ini', '/etc/passwd', 'file:///etc/passwd', '%2e%2e%2f', '..%00/', '....//....//', 'C:\\con', 'NUL', 'CON.txt',
  '; id', '| id', '`id`', '$(id)', '&& id', '\n id', 'a\r\nSet-Cookie: x=1', 'a%0d%0aLocation:%20http://x', '() { :; }; id', '-h', '--help', '@/etc/passwd', '=1+1', '=cmd|\' /C calc\'!A0', '+1', '@SUM(1)',
  'http://127.0.0.1:22', 'http://[::1]/', 'http://169.254.169.254/latest/meta-data/', 'http://localhost@example.org', '//example.org', 'data:text/html,x', 'ftp://x', 'http://0x7f.1', 'gopher://x',
  'a@b', '@', 'a@', '@b', 'a@b@c', 'a b@example.org', `"a b"@example.org`, 'a@example..org', 'a@-example.org', 'a@[127.0.0.1]', 'a@example.org\r\nBcc: b@example.org', `${'a'.repeat(250)}@example.org`, 'a@exämple.org\u0000', '<a@example.org>',
  '2026-13-45', '0000-00-00', '2026-02-30T25:61:61Z', '+275760-09-13T00:00:00.001Z', '1970-01-01', '-271821-04-20T00:00:00.000Z', 'yesterday', '9999999999999', '2026-01-01T00:00:00+99:99',
  '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'affiliate-', 'admin-x', 'affiliate-../x', '0123456789abcdef', '0123456789abcdef-1', '0123456789abcdef-99999999999999999999',
  '(a+)+$', 'a'.repeat(30) + '!', '*', '?', '.*', '[', '(', '\\', '(?=', 'x{99999}', '/x/g',
]; // prettier-ignore

const numbers = [0, -0, -1, 1, 0.1 + 0.2, 0.001, 50.001, 49.99, 99.999, 100.01, -50, 1e15, 1e21, 1e300, -1e300, 5e-324, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 53 + 2, 2 ** 63, -(2 ** 63), 357054, 118149]; // prettier-ignore

const deep = (depth: number): unknown => (depth ? { a: deep(depth - 1) } : 1);
const deepList = (depth: number): unknown => (depth ? [deepList(depth - 1)] : 1);
const others = [
  null, true, false, [], [null], [[]], [''], ['x'], [1, 2, 3], {}, { $ne: 1 }, { $gt: '' }, { $where: 'sleep(1)' }, { length: 5 }, { toString: 'x' }, { constructor: { prototype: { admin: true } } },
  { sealed: 'x', of: 'affiliate:x' }, { id: 1 }, { '': '' }, { '\u0000': 1 }, { a: '\ud800' }, deep(15), deep(30), deepList(30), Array(500).fill('x'), Array(500).fill(null), Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, i])),
]; // prettier-ignore

export const hostileTexts: readonly string[] = texts;
export const hostileValues: readonly unknown[] = [...texts, ...numbers, ...others];

/** Bodies that are wrong before any field of them is looked at. A Buffer goes over the wire as it is. */
export const hostileBodies: readonly (string | Buffer)[] = [
  '', ' ', 'null', 'true', '1', '"text"', '[]', '[{}]', '{', '}', '{]', '{"a"', '{"a":', '{"a":1', '{"a":1,}', "{'a':1}", '{a:1}', '{"a":01}', '{"a":1e999}', '{"a":+1}', '{"a":NaN}', '{"a":undefined}', '{"a":"\n"}', '{"a":"\\x"}', '{"a":"\\u12"}',
  '{} {}', '{}x', '{}\u0000', '\ufeff{}', '/**/{}', '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', '{"a":{"__proto__":null}}', '['.repeat(20_000), `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, `{"a":"${'x'.repeat(60_000)}"}`,
  `{${Array.from({ length: 5_000 }, (_, i) => `"k${i}":1`).join(',')}}`, Buffer.from([0xff, 0xfe, 0x00]), Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]), Buffer.from([0x1f, 0x8b, 0x08, 0x00]), Buffer.from('{"a":1}', 'utf16le'), Buffer.alloc(1_000), 'a=b&c=d', '<a/>', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--',
]; // prettier-ignore
