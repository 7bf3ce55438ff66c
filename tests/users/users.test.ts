/** User administration: permissions and consequences. */
import { describe, expect, test } from 'bun:test'
import type { Actor } from '../../src/actor'
import { findLoginFaults } from '../../src/operator/logins'
import { MINUTE } from '../../src/platform/time'
import { ticketUpdated } from '../../src/tickets/contract'
import { personUpdated, sessionEnded, type UpdateUser, userDeleted, userUpdated } from '../../src/users/contract'
import { connectionIdsOf, findUserOrFail, isAvailable, listUserOptions } from '../../src/users/people'
import { slowBucket } from '../support/claims'
import { type Attendant, type AttendantOptions, LOJA, PASSWORD, SALES, SUPPORT } from '../support/company-world'
import { runJob } from '../support/jobs'
import { NOON, type World, world } from '../support/world'
import { bodyOf, cookieOf, refresh, signIn } from './support'

const loginFaultsOf = ({ server, db, tenant, control }: World) =>
  findLoginFaults({ claims: server.claims, control, db, tenantUuid: tenant.uuid })

const put = (who: Attendant, id: number, body: UpdateUser) => who.json(`/api/users/${id}`, 'PUT', body)
const answered = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { error?: string }).error ?? 'ok',
]
const rowOf = async (who: Attendant, id: number) => (await who.api.users({ id }).get()).data
const supervisor = (w: World, options: AttendantOptions = {}) => w.attendant([], { profile: 'supervisor', ...options })
const maria = { name: 'Maria Alves', email: 'maria@loja.example', password: 'Segredo12' } as const

describe('a new user', () => {
  test('is created with every field, announced to those who can list users, and can sign in', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const monday = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '22:00', endTime: '06:00' }
    const expedient = [monday]
    const wanted = {
      profile: 'user',
      queueIds: [SALES, SUPPORT],
      whatsappId: LOJA,
      conversationLimit: 7,
      farewellMessage: 'Até logo, {{firstName}}!',
      allUserChat: true,
      allowRealTime: true,
      connectionAccess: [LOJA],
      typeExpedient: 'unique',
      startWork: '08:00',
      endWork: '18:00',
    } as const
    const body = { ...maria, ...wanted, expedient, email: ' MARIA@loja.example' }
    const answer = await admin.json('/api/users', 'POST', body)
    const made = (await answer.json()) as { id: number; email: string; expedient: object[] }
    expect(answer.status).toBe(200)
    expect(made).toMatchObject({ ...wanted, email: maria.email, active: true, super: false })
    expect(made.expedient).toContainEqual(monday)
    expect(made.expedient).toHaveLength(7)
    expect(await rowOf(admin, made.id)).toMatchObject({ ...made, openTickets: 0 })
    expect(admin.heard(userUpdated)).toMatchObject([{ user: { id: made.id } }])
    expect(ana.heard(userUpdated)).toEqual([])
    expect(ana.heard(personUpdated)).toMatchObject([{ userId: made.id, person: { name: maria.name } }])
    expect(JSON.stringify(ana.frames)).not.toContain('@')
    const { user } = await bodyOf(await signIn(w, maria.email, maria.password))
    const { conversationLimit, ...own } = wanted
    expect(user).toMatchObject({ ...own, expedient: made.expedient, status: 'available' })
  })

  test('needs an unused e-mail, a password, and existing queues and connections; invalid fields are named', async () => {
    const w = world()
    const admin = w.admin()
    w.company().attendant([], { email: 'ocupado@loja.example' })
    const made = async (body: object) => {
      const answer = await admin.json('/api/users', 'POST', { ...maria, ...body })
      const { error, details } = (await answer.json()) as { error: string; details?: { field: string }[] }
      return [answer.status, error, details?.map(({ field }) => field)]
    }
    expect(await made({ email: 'Ocupado@loja.example' })).toEqual([409, 'ERR_DUPLICATED_EMAIL', ['email']])
    expect(await made({ email: admin.email })).toEqual([409, 'ERR_DUPLICATED_EMAIL', ['email']])
    expect(await made({ queueIds: [99] })).toEqual([404, 'ERR_NO_QUEUE_FOUND', undefined])
    expect(await made({ whatsappId: 99 })).toEqual([404, 'ERR_NO_WAPP_FOUND', undefined])
    expect(await made({ connectionAccess: [99] })).toEqual([404, 'ERR_NO_WAPP_FOUND', undefined])
    for (const [field, value] of [
      ['name', 'M'],
      ['name', 'M'.repeat(51)],
      ['email', 'maria'],
      ['password', '1234'],
      ['password', 'segredo12'],
      ['password', 'Segredinho'],
      ['password', '1'.repeat(51)],
      ['startWork', '25:00'],
      ['endWork', '8h'],
      ['conversationLimit', 0],
      ['conversationLimit', 1.5],
      ['profile', 'chefe'],
      ['farewellMessage', 'x'.repeat(1001)],
    ] as const)
      expect(await made({ [field]: value })).toEqual([400, 'ERR_INVALID_INPUT', [field]])
    expect(w.rows('SELECT 1 FROM users')).toHaveLength(1)
  })
})

describe('permission to change a user', () => {
  type Act = readonly [name: string, body: UpdateUser]
  const acts: readonly Act[] = [
    ['name', { name: 'Outro Nome' }],
    ['email', { email: 'outro@loja.example', oldPassword: PASSWORD }],
    ['password', { password: 'Outra-senha1', oldPassword: PASSWORD }],
    ['farewellMessage', { farewellMessage: 'Tchau!' }],
    ['status', { status: 'busy' }],
    ['queueIds', { queueIds: [SALES] }],
    ['profile user', { profile: 'user' }],
    ['profile supervisor', { profile: 'supervisor' }],
    ['profile admin', { profile: 'admin' }],
    ['active', { active: false }],
    ['whatsappId', { whatsappId: LOJA }],
    ['conversationLimit', { conversationLimit: 3 }],
    ['allUserChat', { allUserChat: true }],
    ['allowRealTime', { allowRealTime: true }],
    ['hours', { startWork: '08:00' }],
    ['connectionAccess', { connectionAccess: [LOJA] }],
    ['super', { super: true }],
    ['delete', {}],
  ]
  const OWN = ['name', 'email', 'password', 'farewellMessage', 'status']
  const ALL = acts.map(([name]) => name)
  const without = (...names: string[]) => ALL.filter((name) => !names.includes(name))
  const BY_SUPERVISOR = ['name', 'queueIds', 'profile user', 'profile supervisor']
  const target = { user: {}, supervisor: { profile: 'supervisor' }, admin: { profile: 'admin' } } as const
  const matrix = [
    ['user', 'self', [...OWN, 'profile user']],
    ['user', 'user', 'unseen'],
    ['user', 'admin', 'unseen'],
    ['supervisor', 'self', [...OWN, 'profile supervisor']],
    ['supervisor', 'user', BY_SUPERVISOR],
    ['supervisor', 'supervisor', 'unseen'],
    ['supervisor', 'admin', 'unseen'],
    ['admin', 'self', without('super')],
    ['admin', 'user', without('super', 'status')],
    ['admin', 'supervisor', without('super', 'status')],
    ['admin', 'admin', without('super', 'status')],
    ['admin', 'super', ['profile admin', 'super']], // unchanged values
    ['super', 'super', without('status')],
    ['super', 'user', without('status')],
  ] as const

  test.each(matrix)('%s → %s', async (profile, subject, allowed) => {
    const w = world()
    w.admin() // another admin, so that nobody is the last
    for (const [name, body] of acts) {
      const options: AttendantOptions = profile === 'super' ? { profile: 'admin', super: true } : { profile }
      const actor = w.attendant([], options)
      const other = () =>
        w.attendant(
          [],
          subject === 'super' ? { profile: 'admin', super: true } : target[subject as keyof typeof target],
        )
      const { userId } = subject === 'self' ? actor : other()
      const answer =
        name === 'delete'
          ? await actor.request(`/api/users/${userId}`, { method: 'DELETE' })
          : await put(actor, userId, body)
      const may = allowed !== 'unseen' && (allowed as readonly string[]).includes(name)
      const isUnseen = allowed === 'unseen' && (name !== 'delete' || profile === 'admin')
      const refusal = isUnseen ? [404, 'ERR_NO_USER_FOUND'] : [403, 'ERR_NO_PERMISSION']
      expect([name, ...(await answered(answer))]).toEqual([name, ...(may ? [200, 'ok'] : refusal)])
    }
  })

  test('a supervisor lists and reads profile user only', async () => {
    const w = world()
    const [boss, bia] = [supervisor(w), w.attendant()]
    const [other, admin] = [supervisor(w), w.admin()]
    const { data } = await boss.api.users.get({ query: {} })
    expect([data?.users.map(({ id }) => id).sort(), data?.count]).toEqual([[boss.userId, bia.userId], 2])
    for (const { userId } of [other, admin]) expect((await boss.api.users({ id: userId }).get()).status).toBe(404)
    expect((await boss.json('/api/users', 'POST', maria)).status).toBe(403)
  })

  test('only super users of company 1 grant super', async () => {
    const w = world()
    const b = w.company()
    const [operator, elsewhere] = [w.admin({ super: true }), b.admin({ super: true })]
    const made = (who: Attendant, email: string) =>
      who.json('/api/users', 'POST', { ...maria, email, profile: 'admin', super: true })
    expect(await answered(await made(w.admin(), 'a@loja.example'))).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(await answered(await made(elsewhere, 'b@loja.example'))).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(await (await made(operator, 'c@loja.example')).json()).toMatchObject({ super: true })
  })
})

describe('the last active admin', () => {
  test('cannot be deleted, deactivated or demoted', async () => {
    const w = world()
    const admin = w.admin()
    const second = w.admin()
    w.attendant([], { profile: 'supervisor' })
    expect((await put(admin, second.userId, { active: false })).status).toBe(200)
    for (const body of [{ active: false }, { profile: 'supervisor' }, { profile: 'user' }] as const)
      expect(await answered(await put(admin, admin.userId, body))).toEqual([409, 'ERR_LAST_ADMIN'])
    const deleted = await admin.request(`/api/users/${admin.userId}`, { method: 'DELETE' })
    expect(await answered(deleted)).toEqual([409, 'ERR_LAST_ADMIN'])
    expect((await admin.api.auth.me.get()).data?.user.profile).toBe('admin')
    expect((await signIn(w, admin.email)).status).toBe(200)
  })
})

describe('a deactivated or deleted user', () => {
  const leaving = {
    deactivated: (admin: Attendant, id: number) => put(admin, id, { active: false }),
    deleted: (admin: Attendant, id: number) => admin.request(`/api/users/${id}`, { method: 'DELETE' }),
  }
  for (const [how, leave] of Object.entries(leaving)) {
    test(`${how} is signed out at once, and their open conversations return to their queue`, async () => {
      const w = world()
      const [admin, ana, bia] = [
        w.admin({ name: 'Chefe' }),
        w.attendant([SALES], { name: 'Ana' }),
        w.attendant([SALES]),
      ]
      const cookie = cookieOf(await signIn(w, ana.email))
      const open = Array.from({ length: 45 }, () => w.ticket({ userId: ana.userId, queueId: SALES }).id)
      const [closed, others] = [
        w.ticket({ userId: ana.userId, status: 'closed', queueId: SALES }).id,
        w.ticket({ userId: bia.userId }).id,
      ]
      expect((await rowOf(admin, ana.userId))?.openTickets).toBe(45)
      bia.forget()
      expect((await leave(admin, ana.userId)).status).toBe(200)
      expect((await refresh(w, cookie)).status).toBe(401)
      expect((await bodyOf(await refresh(w, cookie))).error).toBe('ERR_INVALID_ACTIVE')
      expect(ana.closed).not.toEqual([])
      for (const id of open) expect(w.ticketNow(id)).toMatchObject({ status: 'pending', userId: null, queueId: SALES })
      expect([w.ticketNow(closed).status, w.ticketNow(others).userId]).toEqual(['closed', bia.userId])
      expect(bia.heard(ticketUpdated)).toHaveLength(45)
      const log = await (await admin.request(`/api/tickets-log/${open[0]}`)).json()
      expect(log.logs).toMatchObject([{ kind: 'attendantLeft', user: { name: 'Chefe' }, data: { user: 'Ana' } }])
      expect((await bia.api.users.list.get()).data?.map(({ id }) => id)).not.toContain(ana.userId)
      expect(bia.heard(personUpdated)).toContainEqual({ userId: ana.userId, person: null })
      expect((await put(admin, bia.userId, { queueIds: [] })).status).toBe(200)
    })
  }

  test('has conversations left open by a crash returned later', async () => {
    const w = world()
    const ana = w.attendant([SALES], { name: 'Ana' })
    const { id } = w.ticket({ userId: ana.userId, queueId: SALES })
    w.rows('UPDATE users SET active = 0 WHERE id = ? RETURNING id', ana.userId)
    await runJob(w.server, 'tickets.return-left')
    expect(w.ticketNow(id)).toMatchObject({ status: 'pending', userId: null, queueId: SALES })
  })

  test('if deleted, keeps the name on past actions, frees the e-mail, and cannot be found', async () => {
    const w = world()
    const [admin, boss] = [w.admin(), supervisor(w)]
    const ana = w.attendant([SALES], { name: 'Ana', email: 'ana@loja.example', connections: [LOJA] })
    const { id } = w.ticket({ userId: ana.userId, status: 'closed' })
    await admin.request(`/api/users/${ana.userId}`, { method: 'DELETE' })
    expect((await admin.api.tickets({ id }).get()).data?.user?.name).toBe('Ana')
    expect(await rowOf(admin, ana.userId)).toBeNull()
    for (const method of ['PUT', 'DELETE'])
      expect((await admin.json(`/api/users/${ana.userId}`, method, { name: 'Outra' })).status).toBe(404)
    expect((await admin.api.users.get({ query: { active: 'false' } })).data?.count).toBe(0)
    for (const who of [admin, boss]) expect(who.heard(userDeleted)).toEqual([{ userId: ana.userId }])
    expect((await signIn(w, ana.email)).status).toBe(401)
    expect(await loginFaultsOf(w)).toEqual([])
    const again = await admin.json('/api/users', 'POST', { ...maria, email: 'ana@loja.example' })
    expect(again.status).toBe(200)
    expect((await signIn(w, ana.email, maria.password)).status).toBe(200)
    const second = ((await again.json()) as { id: number }).id
    expect((await admin.request(`/api/users/${second}`, { method: 'DELETE' })).status).toBe(200)
  })

  test('if inactive, keeps access rights and works again when activated', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant([SALES])]
    await put(admin, ana.userId, { active: false })
    for (const body of [{ queueIds: [SUPPORT] }, { connectionAccess: [LOJA] }])
      expect(await answered(await put(admin, ana.userId, body))).toEqual([409, 'ERR_INACTIVE_ACCESS'])
    expect(await answered(await signIn(w, ana.email))).toEqual([403, 'ERR_INVALID_ACTIVE'])
    await put(admin, ana.userId, { active: true, queueIds: [SUPPORT] })
    expect((await bodyOf(await signIn(w, ana.email))).user).toMatchObject({ queueIds: [SUPPORT] })
  })
})

describe('passwords and e-mails', () => {
  test('of one’s own need the old password, with a limit on guesses; the session continues', async () => {
    const w = world()
    const ana = w.attendant([], { email: 'ana@loja.example' })
    const wrong = await put(ana, ana.userId, { password: 'Nova-senha1', oldPassword: 'errada' })
    expect(await wrong.json()).toMatchObject({
      error: 'ERR_INVALID_INPUT',
      details: [{ field: 'oldPassword', hint: 'form.password.wrong' }],
    })
    expect((await put(ana, ana.userId, { email: 'nova@loja.example' })).status).toBe(400)
    expect((await put(ana, ana.userId, { name: 'Ana Maria', email: 'ana@loja.example' })).status).toBe(200)
    expect((await put(ana, ana.userId, { password: 'Nova-senha1', oldPassword: PASSWORD })).status).toBe(200)
    expect(ana.heard(sessionEnded)).toEqual([])
    expect((await signIn(w, ana.email)).status).toBe(401)
    for (let n = 0; n < 10; n++) await put(ana, ana.userId, { password: 'Nova-senha1', oldPassword: 'errada' })
    expect((await put(ana, ana.userId, { password: 'X-senha12', oldPassword: 'Nova-senha1' })).status).toBe(429)
  })

  test('set by an admin end the user’s session; a changed e-mail replaces the old login', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant([], { email: 'ana@loja.example' })]
    expect((await put(admin, ana.userId, { email: 'nova@loja.example' })).status).toBe(200)
    expect(ana.heard(sessionEnded)).toEqual([])
    expect([(await signIn(w, 'ana@loja.example')).status, (await signIn(w, 'nova@loja.example')).status]).toEqual([
      401, 200,
    ])
    expect((await put(admin, ana.userId, { password: 'Outra-senha1' })).status).toBe(200)
    expect((await signIn(w, 'nova@loja.example', 'Outra-senha1')).status).toBe(200)
    const taken = await put(admin, ana.userId, { email: admin.email })
    expect(await taken.json()).toMatchObject({ error: 'ERR_DUPLICATED_EMAIL', details: [{ field: 'email' }] })
    expect(await loginFaultsOf(w)).toEqual([])
  })
})

test('every act is recorded with actor and target, and never a password', async () => {
  const w = world()
  const [admin, ana] = [w.admin({ name: 'Chefe' }), w.attendant([], { name: 'Ana' })]
  await put(admin, ana.userId, { name: 'Ana Maria', profile: 'supervisor', password: 'Outra-senha1' })
  await put(admin, ana.userId, { name: 'Ana Maria' })
  await put(admin, admin.userId, { status: 'busy' })
  await admin.request(`/api/users/${ana.userId}`, { method: 'DELETE' })
  const { entries } = (await (await admin.request('/api/audit-log?kind=user')).json()) as {
    entries: { act: string; changes: { field: string }[] }[]
  }
  expect(entries).toMatchObject([
    { act: 'delete', userName: 'Chefe', subjectName: 'Ana Maria' },
    {
      act: 'update',
      userName: 'Chefe',
      subjectId: ana.userId,
      changes: [
        { field: 'name', from: 'Ana', to: 'Ana Maria' },
        { field: 'profile', from: 'user', to: 'supervisor' },
        { field: 'password', from: 'set', to: 'set' },
      ],
    },
  ])
  expect(entries).toHaveLength(2)
  expect(JSON.stringify(entries)).not.toContain('argon2')
})

describe('a changed user', () => {
  test('has the new rights at once, on open pages too', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant([SALES])]
    await put(admin, ana.userId, { profile: 'supervisor', queueIds: [] })
    expect(ana.listener.actor).toMatchObject({ profile: 'supervisor', queueIds: [] } satisfies Partial<Actor>)
    expect(ana.heard(userUpdated)).toMatchObject([{ user: { profile: 'supervisor' } }])
  })

  test('disappears from a supervisor’s list when promoted, and returns when demoted', async () => {
    const w = world()
    const [admin, boss, ana] = [w.admin(), supervisor(w), w.attendant()]
    await put(admin, ana.userId, { profile: 'admin' })
    expect([boss.heard(userUpdated), boss.heard(userDeleted)]).toEqual([[], [{ userId: ana.userId }]])
    await put(admin, ana.userId, { profile: 'user' })
    expect(boss.heard(userUpdated)).toMatchObject([{ user: { id: ana.userId } }])
    expect(admin.heard(userDeleted)).toEqual([])
  })
})

describe('access to connections', () => {
  test('is granted and revoked per connection, and limits what users see', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant([SALES])]
    await admin.json('/api/settings/restrictedChannels', 'PUT', { value: 'enabled' })
    const body = { userId: ana.userId, connectionId: LOJA }
    const seen = async () => (await ana.api.whatsapp.get({ query: { session: '0' } })).data?.map(({ id }) => id)
    const list = async (path: string) => (await admin.request(`/api/user-access/${path}`)).json()
    expect(await seen()).toEqual([])
    expect((await admin.json('/api/user-access', 'POST', body)).status).toBe(200)
    expect((await admin.json('/api/user-access', 'POST', body)).status).toBe(200)
    expect(await seen()).toEqual([LOJA])
    expect(ana.listener.actor.connectionIds).toEqual([LOJA])
    expect(await list(`list-by-connection/${LOJA}`)).toEqual([body])
    expect(await list(`list-by-user/${ana.userId}`)).toEqual([body])
    expect((await admin.json('/api/user-access/delete-connection-by-user', 'POST', body)).status).toBe(200)
    expect([await seen(), await list(`list-by-user/${ana.userId}`)]).toEqual([[], []])
    await put(admin, ana.userId, { active: false })
    expect(await answered(await admin.json('/api/user-access', 'POST', body))).toEqual([409, 'ERR_INACTIVE_ACCESS'])
    for (const unknown of [
      { ...body, userId: 99 },
      { ...body, connectionId: 99 },
    ])
      expect((await admin.json('/api/user-access', 'POST', unknown)).status).toBe(404)
  })

  test('of several connections is granted at the same time, also while somebody’s e-mail changes', async () => {
    const w = world({ claimBucket: slowBucket(() => NOON) })
    const [admin, ana] = [w.admin(), w.attendant([SALES])]
    const other = w.attendant()
    const ids = ['Norte', 'Sul', 'Leste'].map((name) => w.connection({ name }).id)
    const changing = put(admin, other.userId, { email: 'nova@loja.example' })
    const grant = (connectionId: number) => admin.json('/api/user-access', 'POST', { userId: ana.userId, connectionId })
    const answers = await Promise.all([changing, ...ids.map(grant)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(connectionIdsOf(w.db, ana.userId)).toEqual(ids)
  })

  test('a new conversation uses the user’s own connection if allowed, else the company’s default', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const other = w.connection({ name: 'Loja Norte' })
    await put(admin, ana.userId, { whatsappId: other.id })
    const opened = async (body: object = {}) => {
      const answer = await ana.json('/api/tickets', 'POST', { contactId: w.contact().id, ...body })
      return ((await answer.json()) as { whatsappId: number }).whatsappId
    }
    expect(await opened()).toBe(other.id)
    expect(await opened({ whatsappId: LOJA })).toBe(LOJA)
    await admin.json('/api/settings/restrictedChannels', 'PUT', { value: 'enabled' })
    await put(admin, ana.userId, { connectionAccess: [LOJA] })
    expect(await opened()).toBe(LOJA)
    await put(admin, ana.userId, { connectionAccess: [LOJA, other.id] })
    await admin.json(`/api/whatsapp/${LOJA}`, 'PUT', { isDefault: true })
    w.rows("UPDATE tickets SET status = 'closed' RETURNING id")
    await admin.request(`/api/whatsapp/${other.id}`, { method: 'DELETE' })
    expect(await opened()).toBe(LOJA)
  })
})

describe('status and presence', () => {
  test('users set busy and away themselves; all see it, and no conversations are distributed to them', async () => {
    const w = world()
    const [ana, bia] = [w.attendant(), w.attendant()]
    const available = () => isAvailable(w.cx, findUserOrFail(w.db, ana.userId))
    expect(available()).toBe(false)
    w.server.seen(ana.actor())
    expect(available()).toBe(true)
    for (const status of ['busy', 'away'] as const) {
      await put(ana, ana.userId, { status })
      expect(bia.heard(personUpdated).at(-1)).toMatchObject({ userId: ana.userId, person: { status, online: true } })
      expect(available()).toBe(false)
    }
    await put(ana, ana.userId, { status: 'available' })
    expect(available()).toBe(true)
    w.rows("UPDATE users SET hours = json('{}') WHERE id = ? RETURNING id", ana.userId) // invalid hours in the file
    expect(available()).toBe(true)
    await put(w.admin(), ana.userId, { startWork: '20:00', endWork: '21:00' })
    expect(available()).toBe(false)
  })

  test('going offline is announced at once on sign-out, or after five minutes without a page or activity', async () => {
    const w = world()
    const [admin, ana, bia] = [w.admin(), w.attendant(), w.attendant()]
    const look = () => runJob(w.server, 'access.look-for-absent')
    const online = () =>
      listUserOptions(w.db, w.clock.now())
        .filter((one) => one.online)
        .map(({ id }) => id)
    w.server.seen(ana.actor())
    w.server.seen(bia.actor())
    await look()
    w.server.hub.leave(bia.listener)
    admin.forget()
    w.clock.forward(4 * MINUTE)
    await look()
    expect(admin.heard(userUpdated).filter(({ user }) => !user.online)).toEqual([])
    w.clock.forward(2 * MINUTE)
    await look()
    await look()
    const gone = admin.heard(userUpdated).filter(({ user }) => !user.online)
    expect(gone.map(({ user }) => user.id)).toEqual([bia.userId])
    expect(online()).toContain(ana.userId) // her page is open
    admin.forget()
    await ana.request('/api/auth/logout', { method: 'DELETE' })
    expect(admin.heard(userUpdated)).toMatchObject([{ user: { id: ana.userId, online: false } }])
    expect(online()).not.toContain(ana.userId)
  })
})
