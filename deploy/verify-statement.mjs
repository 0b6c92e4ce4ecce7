#!/usr/bin/env node
// Checks an affiliate's statement without Framelift: node verify-statement.mjs FILE [--key PUBLICKEY]
// Needs only Node and this file. Exit codes: 0 the balance it shows is signed, 1 it is not, 2 wrong use.
//
// The signature is Ed25519 over one line that names affiliate, balance, time and head. The public key is in the statement;
// its owner must be known from elsewhere: --key accepts no other key.
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [file, ...rest] = process.argv.slice(2);
const wrongUse = (text) => {
  console.error(text);
  process.exit(2);
};
if (!file || file.startsWith('--') || (rest.length > 0 && (rest[0] !== '--key' || rest.length !== 2)))
  wrongUse('node verify-statement.mjs FILE [--key PUBLICKEY]');

function statement() {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8'));
    const { of, affiliate, balance, at, head, heads, signed } = read;
    const line = `${of} statement: ${affiliate.username} (${affiliate.id}) has ${balance.toFixed(2)} EUR at ${at}, from head ${head.position} ${head.hash}${heads ? `, heads to ${heads.position} ${heads.digest}` : ''}`;
    return { line, cents: balance * 100, ...signed };
  } catch (error) {
    return wrongUse(`${file} is not a statement: ${error.message}`);
  }
}

const { line, cents, text, publicKey, signature } = statement();
const key = rest[1] ?? publicKey;
const holds = () => {
  try {
    return verify(
      null,
      Buffer.from(line),
      createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
      Buffer.from(signature, 'base64'),
    );
  } catch {
    return false;
  }
};
const problems = [
  ...(text === line ? [] : ['the signed text differs from the statement']),
  ...(Math.abs(cents - Math.round(cents)) < 1e-6 ? [] : ['the balance is not in whole cents']),
  ...(key === publicKey ? [] : ['the statement names another key']),
  ...(holds() ? [] : ['the signature is not valid']),
];
for (const problem of problems) console.log(problem);
console.log(problems.length ? 'This statement proves nothing' : `Signed with ${key}:\n${line}`);
process.exit(problems.length ? 1 : 0);
