/** A contact in full: members of a group, groups of a person, and who may see them. */
import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contactUpdated } from '../../src/contacts/contract'
import { writeSetting } from '../../src/settings/settings'
import { SALES, SUPPORT } from '../support/company-world'
import { JOAO, MARIA, neighbours, US } from '../support/neighbours'
import { until } from '../support/until'
import { world } from '../support/world'

describe('contact details', () => {
  test('lists the members and facts of a group', async () => {
    const w = world()
    const admin = w.admin()
    const group = neighbours(w)
    w.whatsapp.person(JOAO, { name: 'João', lid: '902' }).says('oi')
    group.writes(MARIA, 'oi')
    group.stands({ restrict: true, parent: { group: { kind: 'group', value: '1' }, subject: 'Bairro' } })
    const { data } = await admin.api.contacts({ id: group.contactId() }).get()
    expect(data).toMatchObject({
      name: 'Vizinhos',
      isGroup: true,
      remoteJid: '120363001@g.us',
      senderLid: null,
      descGroup: 'rua 7',
      adminGroup: false,
      announce: false,
      restrict: true,
      memberAddMode: true,
      joinApprovalMode: false,
      community: 'Bairro',
      groups: [],
    })
    expect(data?.participants.map(({ name, number, role, isUs, token }) => [name, number, role, isUs, token])).toEqual([
      ['Maria', MARIA, 'admin', false, '901'],
      ['+55 (11) 90001-0001', US, 'member', true, '900'],
      ['João', JOAO, 'member', false, '902'],
    ])
    expect(data?.participants.find(({ name }) => name === 'João')?.contactId).toBeGreaterThan(0)
  })

  test('lists the groups of a person, and nothing that the user may not see', async () => {
    const w = world()
    const group = neighbours(w)
    const joao = w.contact({ name: 'João', number: JOAO })
    group.writes(MARIA, 'oi')
    group.stands()
    w.rows('UPDATE tickets SET queue_id = ? RETURNING id', SALES)
    const [ana, bia] = [w.attendant([SALES]), w.attendant([SUPPORT])]
    const groupsOf = async (who: typeof ana) => (await who.api.contacts({ id: joao.id }).get()).data?.groups
    expect((await groupsOf(ana))?.map(({ name }) => name)).toEqual(['Vizinhos'])
    expect(await groupsOf(bia)).toEqual([])
    expect((await ana.api.contacts({ id: group.contactId() }).get()).data?.participants).toHaveLength(3)
    const hidden = await bia.api.contacts({ id: group.contactId() }).get()
    expect(hidden.status).toBe(404)
    expect(JSON.stringify(hidden.error?.value)).not.toContain('Maria')
  })

  test('does not find a group of another company', async () => {
    const w = world()
    const other = w.company()
    const group = neighbours(w)
    group.writes(MARIA, 'oi')
    group.stands()
    const bruno = other.admin()
    expect((await bruno.api.contacts({ id: group.contactId() }).get()).status).toBe(404)
    expect(other.rows('SELECT * FROM group_members')).toEqual([])
  })

  test('lets users who do not see a group neither change it nor learn its name', async () => {
    const w = world()
    const group = neighbours(w)
    group.writes(MARIA, 'oi')
    w.rows('UPDATE tickets SET queue_id = ? RETURNING id', SALES)
    const id = group.contactId()
    const [ana, bia, admin] = [w.attendant([SALES]), w.attendant([SUPPORT]), w.admin()]
    group.stands({ subject: 'Demissões de março' })
    const change = async (who: typeof ana) => {
      const answers = [
        await who.json(`/api/contacts/${id}`, 'PUT', { name: 'Outro nome' }),
        await who.json(`/api/contacts/block/${id}`, 'PUT', { active: false }),
        await who.json(`/api/contacts/toggleAcceptAudio/${id}`, 'PUT', {}),
        await who.request(`/api/contacts/${id}/merges`),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await change(bia)).toEqual([404, 404, 404, 404])
    expect(await change(ana)).toEqual([200, 200, 200, 200])
    expect(bia.heard(contactUpdated)).toEqual([])
    for (const one of [ana, admin])
      expect(one.heard(contactUpdated).map(({ contact }) => contact.name)).toEqual([
        'Demissões de março',
        'Outro nome',
        'Outro nome',
        'Outro nome',
      ])
  })

  test('shows a group’s picture, and an undone merge of it, only to users who see it', async () => {
    const w = world()
    const group = neighbours(w)
    group.writes(MARIA, 'oi')
    const id = group.contactId()
    writeSetting(w.db, 'restrictedChannels', 'enabled')
    const blind = w.attendant([SALES], { profile: 'supervisor', connections: [] })
    const admin = w.admin()
    const picture = 'ab'.repeat(32)
    await until(
      () => w.rows('SELECT 1 FROM contacts WHERE picture_checked_at > 0').length > 0,
      'the question for a picture',
    )
    w.rows('UPDATE contacts SET picture = ? WHERE id = ? RETURNING id', picture, id)
    mkdirSync(join(w.server.folderOf(w.tenant.uuid), 'media', 'ab'), { recursive: true })
    writeFileSync(join(w.server.folderOf(w.tenant.uuid), 'media', 'ab', picture), 'foto')
    const [contact] = w.rows<{ name: string }>('SELECT * FROM contacts WHERE id = ?', id)
    w.rows(
      'INSERT INTO contact_merges (kept_id, gone_id, moved, created_at) VALUES (?, 99, ?, 0) RETURNING id',
      id,
      JSON.stringify({ contact, kept: { isGroup: true }, ticketIds: [], messageIds: [], addresses: [], absorbed: [] }),
    )
    const address = `/api/contacts/${id}/picture/${picture.slice(0, 16)}`
    expect((await admin.request(address)).status).toBe(200)
    expect((await blind.request(address)).status).toBe(404)
    expect((await blind.json('/api/contacts/merges/1/undo', 'POST', {})).status).toBe(404)
  })
})
