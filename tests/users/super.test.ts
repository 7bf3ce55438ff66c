/** Super rights apply in company 1 only, whatever another company's file contains. */
import { expect, test } from 'bun:test'
import { world } from '../support/world'

type Shown = { super: boolean }

test('a user flagged as super in another company gets no extra rights', async () => {
  const w = world()
  const operator = w.admin({ super: true })
  const intruder = w.company().admin({ super: true })
  for (const [who, is] of [
    [operator, true],
    [intruder, false],
  ] as const) {
    const asked = async (path: string) => (await who.request(path)).json()
    expect((await who.request('/metrics')).status).toBe(is ? 200 : 403)
    expect(((await asked('/api/auth/me')) as { user: Shown }).user.super).toBe(is)
    expect(((await asked(`/api/users/${who.userId}`)) as Shown).super).toBe(is)
    expect(((await asked('/api/users')) as { users: Shown[] }).users.map((one) => one.super)).toEqual([is])
  }
})
