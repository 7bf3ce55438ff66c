/** Sign-in: checks, their order, and what the response reveals. */
import { describe, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hashPassword } from '../../src/users/password'
import { setPasswordHash } from '../../src/users/people'
import { users } from '../../src/users/tables'
import { PASSWORD, SALES } from '../support/company-world'
import { world } from '../support/world'
import { bodyOf, meWith, post, signIn } from './support'

test('a user signs in with e-mail and password, ignoring case and spaces in the e-mail', async () => {
  const w = world()
  const ana = w.attendant([SALES], { email: 'ana@loja.example', name: 'Ana' })
  const answer = await signIn(w, '  ANA@Loja.example ')
  const { token, user } = await bodyOf(answer)
  expect(answer.status).toBe(200)
  expect(user).toMatchObject({
    id: ana.userId,
    name: 'Ana',
    profile: 'user',
    queueIds: [SALES],
    companyId: 1,
    super: false,
  })
  expect((await meWith(w, token)).status).toBe(200)
})

test('the refresh token is in a cookie that scripts and other sites cannot use', async () => {
  const w = world()
  const ana = w.attendant()
  const plain = (await signIn(w, ana.email)).headers.get('set-cookie')
  expect(plain).toMatch(/^balcao_refresh=1\.[\w-]{43}\.[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/)

  const secure = world({ publicUrl: 'https://atende.example.com' })
  const bia = secure.attendant()
  expect((await signIn(secure, bia.email)).headers.get('set-cookie')).toEndWith('; Secure')
})

test('no response of sign-in contains the password or its hash', async () => {
  const w = world()
  const ana = w.attendant()
  const text = await (await signIn(w, ana.email)).text()
  expect(text).not.toContain('argon2')
  expect(text.toLowerCase()).not.toContain('password')
})

test('a wrong password and an unknown e-mail get the same answer', async () => {
  const w = world()
  const ana = w.attendant()
  const [wrong, unknown] = [await signIn(w, ana.email, 'errada'), await signIn(w, 'ninguem@loja.example')]
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect(await wrong.text()).toBe(await unknown.text())
})

test('an unknown e-mail takes as long as a wrong password', async () => {
  const w = world()
  const ana = w.attendant()
  const real = await hashPassword(PASSWORD)
  w.db.update(users).set({ passwordHash: real }).where(eq(users.id, ana.userId)).run()
  using verify = spyOn(Bun.password, 'verify')
  await signIn(w, ana.email, 'errada')
  await signIn(w, 'ninguem@loja.example', 'errada')
  const costs = verify.mock.calls.map(([password, hash]) => [
    password,
    /^\$argon2id\$v=19\$[^$]+\$/.exec(String(hash))?.[0],
  ])
  const cost = ['errada', '$argon2id$v=19$m=19456,t=2,p=1$']
  expect(costs).toEqual([cost, cost])
})

test('sign-in fails if the password changes or the user is deactivated during the check', async () => {
  const w = world()
  const [ana, bia] = [w.attendant(), w.attendant()]
  const verify = Bun.password.verify.bind(Bun.password)
  /** Signs in; `meanwhile` runs after the password was verified. */
  const signInWhile = async (email: string, meanwhile: () => void) => {
    using looked = spyOn(Bun.password, 'verify')
    looked.mockImplementation(async (...asked: Parameters<typeof verify>) => {
      const isRight = await verify(...asked)
      meanwhile()
      return isRight
    })
    return bodyOf(await signIn(w, email))
  }
  const newHash = await hashPassword('Outra123')
  const answers = [
    await signInWhile(ana.email, () => {
      setPasswordHash(w.db, ana.userId, newHash)
      w.server.auth.revoke({ companyId: 1, userId: ana.userId }, 'revoked')
    }),
    await signInWhile(
      bia.email,
      () => void w.rows('UPDATE users SET active = 0 WHERE id = ? RETURNING id', bia.userId),
    ),
  ]
  expect(answers).toMatchObject([{ error: 'ERR_INVALID_CREDENTIALS' }, { error: 'ERR_INVALID_ACTIVE' }])
})

test('checks run in order: password, user, company', async () => {
  const w = world()
  const b = w.company()
  const ana = b.attendant()
  b.db.update(users).set({ active: false }).where(eq(users.id, ana.userId)).run()
  b.suspend()
  expect(await bodyOf(await signIn(w, ana.email, 'errada'))).toMatchObject({ error: 'ERR_INVALID_CREDENTIALS' })
  const inactive = await signIn(w, ana.email)
  expect(inactive.status).toBe(403)
  expect(await bodyOf(inactive)).toMatchObject({ error: 'ERR_INVALID_ACTIVE' })
  b.db.update(users).set({ active: true }).where(eq(users.id, ana.userId)).run()
  const suspended = await signIn(w, ana.email)
  expect(suspended.status).toBe(403)
  expect(await bodyOf(suspended)).toMatchObject({ error: 'ERR_COMPANY_BLOCKED' })
})

test('another site cannot sign its visitor in to an account of its choice', async () => {
  const w = world()
  const ana = w.attendant()
  const form = { email: ana.email, password: PASSWORD }
  const origin = 'https://evil.example'
  const multipart = new FormData()
  for (const [name, value] of Object.entries(form)) multipart.set(name, value)
  // Form bodies are not read, and JSON from another origin is refused.
  for (const body of [new URLSearchParams(form), multipart]) {
    const answer = await w.request('/api/auth/login', { method: 'POST', headers: { origin, host: 'localhost' }, body })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([415, null])
  }
  const answer = await post(w, 'login', form, { origin, host: 'localhost' })
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
  expect((await post(w, 'login', form, { origin: 'http://localhost', host: 'localhost' })).status).toBe(200)
})

describe('a password of another product', () => {
  const bcrypt = (password: string | Uint8Array) => Bun.password.hash(password, { algorithm: 'bcrypt', cost: 4 })
  const storedOf = (w: ReturnType<typeof world>, userId: number) =>
    w.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId)).get()?.hash ?? ''

  test('signs in once by bcrypt, and has a hash of ours from then on', async () => {
    const w = world()
    const ana = w.attendant()
    setPasswordHash(w.db, ana.userId, (await bcrypt(PASSWORD)).replace('$2b$', '$2a$'))
    expect((await signIn(w, ana.email, 'errada')).status).toBe(401)
    expect(storedOf(w, ana.userId)).toStartWith('$2a$')
    expect((await signIn(w, ana.email)).status).toBe(200)
    expect(storedOf(w, ana.userId)).toStartWith('$argon2id$')
    expect((await signIn(w, ana.email)).status).toBe(200)
  })

  test('of more than 72 bytes counts as they counted it: the first 72', async () => {
    const w = world()
    const ana = w.attendant()
    const long = `${'é'.repeat(40)}Segredo123`
    setPasswordHash(w.db, ana.userId, await bcrypt(Buffer.from(long).subarray(0, 72)))
    expect((await signIn(w, ana.email, long)).status).toBe(200)
  })

  test('takes as long to refuse as any other', async () => {
    const w = world()
    const ana = w.attendant()
    setPasswordHash(w.db, ana.userId, await bcrypt(PASSWORD))
    using verify = spyOn(Bun.password, 'verify')
    await signIn(w, ana.email, 'errada')
    expect(verify.mock.calls.map(([, hash]) => String(hash).slice(0, 4)).toSorted()).toEqual(['$2b$', '$arg'])
  })
})
