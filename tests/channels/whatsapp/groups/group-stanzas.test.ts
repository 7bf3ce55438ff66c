/** Parsing of WhatsApp's group stanzas. */
import { expect, test } from 'bun:test'
import type { BinaryNode } from '@whiskeysockets/baileys'
import {
  afterwards,
  changed,
  changeIn,
  groupIn,
  type KnownGroup,
} from '../../../../src/channels/whatsapp/groups/group-stanzas'
import { processorWatch } from '../../../support/cpu'

const node = (tag: string, attrs: Record<string, string> = {}, content?: BinaryNode['content']): BinaryNode =>
  content === undefined ? { tag, attrs } : { tag, attrs, content }
const words = (text: string) => Buffer.from(text)
const parsed = (...content: BinaryNode[]) =>
  changeIn(node('notification', { from: '120363@g.us', type: 'w:gp2' }, content))

const maria = node('participant', { jid: '901@lid', phone_number: '5521996124087@s.whatsapp.net', type: 'superadmin' })
const joao = node('participant', { jid: '902@lid' })
const whole = node('group', { id: '120363', subject: 'Vizinhos', addressing_mode: 'lid', creator: '901@lid' }, [
  node('description', { id: 'D' }, [node('body', {}, words('regras'))]),
  node('locked'),
  node('member_add_mode', {}, words('all_member_add')),
  node('membership_approval_mode', {}, [node('group_join', { state: 'on' })]),
  node('ephemeral', { expiration: '604800' }),
  node('linked_parent', { jid: '999@g.us' }),
  maria,
  joao,
])
const known = (): KnownGroup => groupIn(whole)?.group ?? ({} as never)

test('parses a whole group with settings and members', () => {
  expect(groupIn(whole)).toEqual({
    address: { kind: 'group', value: '120363' },
    group: {
      facts: {
        subject: 'Vizinhos',
        description: 'regras',
        owner: { kind: 'lid', value: '901' },
        addressing: 'lid',
        announce: false,
        restrict: true,
        joinApproval: true,
        membersAdd: true,
        isCommunity: false,
        isCommunityAnnounce: false,
        parent: { group: { kind: 'group', value: '999' }, subject: null },
      },
      members: [
        {
          addresses: [
            { kind: 'lid', value: '901' },
            { kind: 'phone', value: '5521996124087' },
          ],
          role: 'superadmin',
        },
        { addresses: [{ kind: 'lid', value: '902' }], role: 'member' },
      ],
      expires: 604800,
    },
  })
})

test('returns null without a group id', () => {
  expect(groupIn(undefined)).toBeNull()
  expect(groupIn(node('group', { subject: 'x' }))).toBeNull()
})

test('parses each setting switched on and off', () => {
  const facts = (tag: string, attrs = {}, content?: BinaryNode['content']) => parsed(node(tag, attrs, content))
  expect(facts('announcement')).toEqual({ type: 'facts', facts: { announce: true } })
  expect(facts('not_announcement')).toEqual({ type: 'facts', facts: { announce: false } })
  expect(facts('locked')).toEqual({ type: 'facts', facts: { restrict: true } })
  expect(facts('unlocked')).toEqual({ type: 'facts', facts: { restrict: false } })
  expect(facts('subject', { subject: 'Rua 7' })).toEqual({ type: 'facts', facts: { subject: 'Rua 7' } })
  expect(facts('description', {}, [node('delete')])).toEqual({ type: 'facts', facts: { description: '' } })
  const long = [node('body', {}, words(`${'\0'.repeat(16)}${'x'.repeat(9000)}`))]
  const description = 'x'.repeat(4000 - 16) // git treats a file with a NUL as binary
  expect(facts('description', {}, long)).toEqual({ type: 'facts', facts: { description } })
  expect(facts('member_add_mode', {}, words('admin_add'))).toEqual({ type: 'facts', facts: { membersAdd: false } })
  expect(facts('membership_approval_mode', {}, [node('group_join', { state: 'off' })])).toEqual({
    type: 'facts',
    facts: { joinApproval: false },
  })
  expect(facts('not_ephemeral')).toEqual({ type: 'expiry', seconds: 0 })
  expect(facts('ephemeral', { expiration: '86400' })).toEqual({ type: 'expiry', seconds: 86400 })
})

test('parses joining and leaving a community', () => {
  const parent = [node('group', { jid: '999@g.us', subject: 'Bairro' })]
  expect(parsed(node('link', { link_type: 'parent_group' }, parent))).toEqual({
    type: 'facts',
    facts: { parent: { group: { kind: 'group', value: '999' }, subject: 'Bairro' } },
  })
  expect(parsed(node('unlink', { unlink_type: 'parent_group' }, parent))).toEqual({
    type: 'facts',
    facts: { parent: null },
  })
})

test('requests the full description when needed, parses a deletion, and ignores the rest', () => {
  for (const tag of ['modify', 'suspended', 'link']) expect([tag, parsed(node(tag))?.type]).toEqual([tag, 'more'])
  expect(parsed(node('delete'))).toEqual({ type: 'gone' })
  expect(parsed(node('create', {}, [whole]))?.type).toBe('all')
  expect(parsed(node('invite', { code: 'x' }))).toBeNull()
  expect(parsed(node('something_new'))).toBeNull()
  expect(parsed()).toBeNull()
})

test('parses members who join, are promoted, are demoted and leave', () => {
  const move = (tag: string, ...people: BinaryNode[]) => {
    const change = parsed(node(tag, {}, people))
    if (change?.type !== 'members') throw new Error(tag)
    return change
  }
  const rolesAfter = (group: KnownGroup) => group.members.map(({ addresses, role }) => [addresses[0]?.value, role])
  const ana = node('participant', { jid: '5511@s.whatsapp.net', lid: '903@lid' })
  let group = changed(known(), move('add', ana))
  expect(rolesAfter(group)).toEqual([
    ['901', 'superadmin'],
    ['902', 'member'],
    ['5511', 'member'],
  ])
  group = changed(group, move('promote', joao))
  group = changed(group, move('demote', maria))
  expect(rolesAfter(group)).toEqual([
    ['5511', 'member'],
    ['902', 'admin'],
    ['901', 'member'],
  ])
  // With the other one of her addresses.
  group = changed(group, move('remove', node('participant', { jid: '903@lid' })))
  expect(rolesAfter(group).map(([who]) => who)).toEqual(['902', '901'])
  expect(afterwards(move('promote', maria)).map(({ role }) => role)).toEqual(['superadmin'])
})

test('limits a group’s name to one line of readable length', () => {
  const subject = `\u202E\0Rua\n7 ${'x'.repeat(10_000)}`
  const facts = (parsed(node('subject', { subject })) as { facts: { subject: string } }).facts
  expect(facts.subject).toMatch(/^Rua 7 x{94}$/)
  expect(groupIn(node('group', { id: '1', subject }))?.group.facts.subject).toBe(facts.subject)
})

test('accepts no person as a group or community', () => {
  const person = '5521996124087@s.whatsapp.net'
  expect(groupIn(node('group', { id: person, subject: 'x' }))).toBeNull()
  expect(parsed(node('link', { link_type: 'parent_group' }, [node('group', { jid: person })]))).toEqual({
    type: 'facts',
    facts: { parent: null },
  })
})

test('parses a change of all members of a community', () => {
  const jids = Array.from({ length: 5_000 }, (_, at) => node('participant', { jid: `${at}@lid` }))
  const all = groupIn(node('group', { id: '1' }, jids))?.group ?? known()
  const spent = processorWatch()
  const after = changed(all, parsed(node('promote', {}, jids)) as Parameters<typeof changed>[1])
  expect(spent()).toBeLessThan(100)
  expect(after.members.map(({ role }) => role)).toEqual(jids.map(() => 'admin'))
})
