import { expect, test } from 'vitest';
import { MASKED, maskHeaders } from '#/lib/alarms/alarms/credential-headers.ts';
import { headerProblem } from '#/lib/alarms/alarms/header-problem.ts';

const isMasked = (name: string) => maskHeaders({ [name]: 'v' })[name] === MASKED;

test.each([
  'Authorization',
  'authorization',
  'X-Authorization',
  'Cookie',
  'X-Api-Key',
  'apikey',
  'Api_Key',
  'X-Auth-Key',
  'X-Auth-Token',
  'X-GitLab-Token',
  'Private-Token',
  'X-AccessToken',
  'Ocp-Apim-Subscription-Key',
  'X-Shared-Secret',
  'X-Session-Id',
  'X-Password',
  'X-AccessKey',
  'X-AuthKey',
  'SubscriptionKey',
  'X-UserPwd',
  'X-Passphrase',
])('the value of %s is masked', (name) => {
  expect(isMasked(name)).toBe(true);
});

test.each([
  'Content-Type',
  'Accept',
  'X-Team',
  'X-Author',
  'X-Keyboard',
  'X-Monkey',
  'Idempotency-Key',
  'X-Routing-Key',
  'X-Request-Id',
  'X-Tokens-Left',
])('the value of %s is shown', (name) => {
  expect(isMasked(name)).toBe(false);
});

test('no webhook can carry the mask, so that a copy of a masked alarm is rejected instead of sent', () => {
  expect(headerProblem('Authorization', MASKED)).toMatch(/masked.*Send the credential itself/);
});
