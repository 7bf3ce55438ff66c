/** The response with all groups and concurrent notifications: older data never replaces newer. */

import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { GroupNews } from '../../../../src/channels/channel'
import type { Socket } from '../../../../src/channels/whatsapp/baileys/baileys'
import { Groups } from '../../../../src/channels/whatsapp/groups/groups'
import { createScheduler } from '../../../../src/channels/whatsapp/session/scheduler'
import { noWait } from '../../../../src/platform/gate'
import { REF, sessionDb } from '../support'

const groupNode = (id: string, subject: string): BinaryNode => ({
  tag: 'group',
  attrs: { id, subject, addressing_mode: 'lid' },
  content: [{ tag: 'participant', attrs: { jid: '901@lid' } }],
})
const turn = () => new Promise(setImmediate)

function open() {
  const news: GroupNews[] = []
  const ws = new EventEmitter()
  const answer = Promise.withResolvers<BinaryNode>()
  const sock = { ws, generateMessageTag: () => 'T', query: () => answer.promise } as unknown as Socket // all that is used
  const live = {
    sock,
    gone: new AbortController().signal,
    wait: noWait,
    passkey: null,
    salts: { current: async () => null },
    keep() {},
    end() {},
  }
  const silent = { info() {}, warn() {}, error() {} }
  const context = { ref: REF, db: sessionDb(), log: silent, scheduler: createScheduler(), now: Date.now }
  const groups = new Groups({ ...context, groups: (list) => void news.push(...list) }, () => [])
  groups.listen(live)
  groups.opened(live)
  const tell = (id: string, content: BinaryNode) =>
    ws.emit('CB:notification,type:w:gp2', {
      tag: 'notification',
      attrs: { from: `${id}@g.us`, type: 'w:gp2' },
      content: [content],
    })
  return {
    news,
    tell,
    creates: (id: string, subject: string) => tell(id, { tag: 'create', attrs: {}, content: [groupNode(id, subject)] }),
    renames: (id: string, subject: string) => tell(id, { tag: 'subject', attrs: { subject } }),
    /** The stanza arrives; the caller continues later. */
    answerComes: () => ws.emit('TAG:T'),
    describe: (id: string) => groups.describe({ kind: 'group', value: id }, () => sock),
    answersOne: (group: BinaryNode) => answer.resolve({ tag: 'iq', attrs: {}, content: [group] }),
    async answerIsRead(...all: BinaryNode[]) {
      const groups = { tag: 'groups', attrs: {}, content: all }
      answer.resolve({ tag: 'iq', attrs: {}, content: [groups] })
      await turn()
      await turn()
    },
    subject: async (id: string) => (await groups.metadata(`${id}@g.us`, null))?.subject,
  }
}

test('a group created after the response is not removed for missing in it', async () => {
  const { creates, answerComes, answerIsRead, subject, news } = open()
  answerComes()
  creates('1', 'Novo')
  await turn()
  await answerIsRead()
  expect(await subject('1')).toBe('Novo')
  expect(news.filter(({ type }) => type === 'gone')).toEqual([])
})

test('a change after the response stays', async () => {
  const { creates, renames, answerComes, answerIsRead, subject } = open()
  creates('1', 'Velho')
  await turn()
  answerComes()
  renames('1', 'Novo')
  await turn()
  await answerIsRead(groupNode('1', 'Velho'))
  expect(await subject('1')).toBe('Novo')
})

test('a notification before the response does not override it', async () => {
  const { creates, renames, answerComes, answerIsRead, subject } = open()
  creates('1', 'Velho')
  renames('1', 'Depois')
  answerComes()
  await answerIsRead(groupNode('1', 'Agora'))
  expect(await subject('1')).toBe('Agora')
})

test('a group that is missing in the response is removed', async () => {
  const { creates, answerComes, answerIsRead, subject, news } = open()
  creates('1', 'Velho')
  await turn()
  answerComes()
  await answerIsRead()
  expect(await subject('1')).toBeUndefined()
  expect(news.at(-1)).toMatchObject({ type: 'gone', group: { value: '1' } })
})

test('describes a group in a separate turn, in its state at that time', async () => {
  const { creates, renames, describe, answersOne, news } = open()
  const subjects = () => news.map((one) => ('facts' in one ? one.facts.subject : null))
  creates('1', 'Um')
  await turn()
  const described = describe('1')
  expect(subjects()).toEqual(['Um'])
  await described
  expect(subjects()).toEqual(['Um', 'Um'])

  const asked = describe('2')
  await turn()
  renames('2', 'Depois')
  answersOne(groupNode('2', 'Antes'))
  await asked
  expect(subjects().slice(2)).toEqual(['Depois', 'Depois'])
})

test('reports a change of more than a thousand members in parts, in separate turns', async () => {
  const { creates, tell, news } = open()
  creates('1', 'Novo')
  await turn()
  const participants = Array.from({ length: 1_200 }, (_, at) => ({ tag: 'participant', attrs: { jid: `1${at}@lid` } }))
  tell('1', { tag: 'add', attrs: {}, content: participants })
  const memberCounts = () => news.flatMap((one) => (one.type === 'members' ? [one.members.length] : []))
  const seen: number[] = []
  for (let at = 0; at < 3; at++) {
    await turn()
    seen.push(Math.max(0, ...memberCounts()))
  }
  expect(memberCounts()).toEqual([500, 500, 200])
  expect(seen).toEqual([500, 500, 500])
})
