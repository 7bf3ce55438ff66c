import { expect, test } from 'bun:test'
import { goodbyeOf } from '../../../ui/shared/session/goodbye'
import { endings } from '../../../ui/shared/session/session'

test.each([
  ['ERR_SESSION_ELSEWHERE', { isDisconnect: true }],
  ['ERR_COMPANY_BLOCKED', { ended: 'suspended' }],
  ['ERR_INVALID_ACTIVE', { ended: 'blocked' }],
  ['ERR_SESSION_EXPIRED', { ended: 'over' }],
] as const)('sign-in says what the server says of a session that is over: %s', (code, goodbye) => {
  expect(goodbyeOf({ code })).toEqual(goodbye)
  if ('ended' in goodbye) expect(endings).toContain(goodbye.ended)
})
