/** A group from its phones to us and back: real server, real channel, the simulator. */
import { expect } from 'bun:test'
import { writeSetting } from '../../../src/settings/settings'
import { ticketUpdated } from '../../../src/tickets/contract'
import { readReceipts } from '../../../src/tickets/receipts/group-receipts'
import { sendMessage } from '../../../src/tickets/sending/send'
import { test } from '../../support/trace'
import { until } from '../../support/until'
import { ADMIN, COMPANY, JOAO, MARIA, openInstallation, openTestbed } from '../backfill/support'

for (const addressing of ['lid', 'pn'] as const)
  test(`a group is created, answered, mentioned, read by all, closed to us and left (${addressing})`, async () => {
    const { simulator, company, maria, joao, run } = await openTestbed()
    const installation = await openInstallation(simulator)
    writeSetting(installation.cx.db, 'CheckMsgIsGroup', 'disabled')
    await installation.link(company)
    const made = await run({ do: 'createGroup', by: MARIA, subject: 'Vizinhos', members: [COMPANY, JOAO], addressing })
    const group = made.id ?? ''
    await maria.say(group, 'alguém aí?')
    type TicketRow = { id: number; name: string; blocked: string | null }
    const ticket = () =>
      installation.rows<TicketRow>(
        'SELECT t.id, c.name, t.sending_blocked AS blocked FROM tickets t JOIN contacts c ON c.id = t.contact_id WHERE t.is_group = 1',
      )[0]
    const { id } = await until(() => (ticket()?.name === 'Vizinhos' ? ticket() : undefined))
    expect(installation.rows(`SELECT author FROM messages`)).toEqual([{ author: 'Maria' }])

    installation.rows(`UPDATE tickets SET status = 'open' RETURNING id`)
    const [member] = installation.rows<{ id: number; lid: string }>(
      'SELECT id, lid FROM group_members WHERE phone = ?',
      JOAO,
    )
    const token = addressing === 'lid' ? member?.lid : JOAO
    const say = (body: string, memberIds: number[] = []) =>
      sendMessage(installation.cx, ADMIN, id, {
        kind: 'chat',
        body,
        media: null,
        quotedId: null,
        clientId: null,
        mentions: { memberIds, everybody: false },
      })
    const sent = say(`bom dia, @${token}`, [member?.id ?? 0])
    expect((await joao.gets(`bom dia, @${token}`)).mentions).toEqual([JOAO])
    const ack = () => installation.rows<{ ack: number }>('SELECT ack FROM messages WHERE id = ?', sent.id)[0]?.ack
    await until(() => ack() === 3, 'delivered to all')
    await joao.read(group)
    await until(() => readReceipts(installation.cx, ADMIN, sent.id).participants.some(({ readAt }) => readAt !== null))
    expect(ack()).toBe(3)
    await maria.read(group)
    await until(() => ack() === 4, 'read by all')

    await run({ do: 'changeGroup', group, by: MARIA, announce: true })
    await until(() => ticket()?.blocked === 'announce')
    expect(() => say('posso?')).toThrow('ERR_GROUP_ANNOUNCE')
    await run({ do: 'changeGroup', group, by: MARIA, promote: [COMPANY] })
    await until(() => ticket()?.blocked === null)
    say('agora sim')
    await joao.gets('agora sim')
    await run({ do: 'changeGroup', group, by: MARIA, remove: [COMPANY] })
    await until(() => ticket()?.blocked === 'notMember')
    expect(installation.heard(ticketUpdated.eventName)).toHaveLength(4) // the first one when it began
    await run({ do: 'changeGroup', group, by: MARIA, add: [COMPANY] })
    await until(() => ticket()?.blocked === 'announce', 'in it again, as no admin')
    expect(installation.logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })
