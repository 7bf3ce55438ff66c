import { expect, test } from 'bun:test'
import { newSecret, signedHeaders } from '../../src/platform/webhook-signature'
import { faultOfHook } from '../../src/simulator/hooks/verify'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const example = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }

test('signs the example of the Standard Webhooks convention', () => {
  expect(signedHeaders([secret], example)['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('the test receiver refuses a wrong signature, an old one and a request without headers', () => {
  const checks = { secret, now: () => example.timestamp * 1000 }
  const headers = new Headers(signedHeaders([newSecret(), secret], example))
  expect(faultOfHook(headers, example.body, checks.secret, checks.now())).toBeUndefined()
  expect(faultOfHook(headers, `${example.body} `, checks.secret, checks.now())).toBe('signature')
  expect(faultOfHook(headers, example.body, newSecret(), checks.now())).toBe('signature')
  const late = { ...checks, now: () => (example.timestamp + 301) * 1000 }
  expect(faultOfHook(headers, example.body, late.secret, late.now())).toBe('age')
  expect(faultOfHook(new Headers(), example.body, checks.secret, checks.now())).toBe('headers')
})
