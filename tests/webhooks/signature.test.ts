import { expect, test } from 'bun:test'
import { newSecret, signedHeaders } from '../../src/features/webhooks/signature'
import { faultOf } from '../support/webhook-receiver'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const example = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }

test('signs the example of the Standard Webhooks convention', () => {
  expect(signedHeaders([secret], example)['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('the test receiver refuses a wrong signature, an old one and a request without headers', () => {
  const checks = { secret, now: () => example.timestamp * 1000 }
  const headers = new Headers(signedHeaders([newSecret(), secret], example))
  expect(faultOf(headers, example.body, checks)).toBeUndefined()
  expect(faultOf(headers, `${example.body} `, checks)).toBe('the signature is wrong')
  expect(faultOf(headers, example.body, { ...checks, secret: newSecret() })).toBe('the signature is wrong')
  const late = { ...checks, now: () => (example.timestamp + 301) * 1000 }
  expect(faultOf(headers, example.body, late)).toBe('too old or too new')
  expect(faultOf(new Headers(), example.body, checks)).toBe('a header is missing')
})
