import { expect } from 'bun:test'
import { decryptPollVote, getAggregateVotesInPollMessage, type proto, type WAMessage } from '@whiskeysockets/baileys'
import { test } from '../support/trace'
import type { Client } from './support/client'
import { COMPANY, linkedTestbed, MARIA, pn, TIAGO } from './support/world'

const QUESTION = { question: 'Qual cor?', options: ['azul', 'verde', 'preto'] }

const votesIn = (client: Client) => client.messages().filter(({ message }) => message?.pollUpdateMessage)

async function vote(client: Client, number: number): Promise<WAMessage> {
  await client.until('messages.upsert', () => votesIn(client).length >= number)
  const found = votesIn(client).at(number - 1)
  if (!found) throw new Error('no vote')
  return found
}

type Voted = { poll: proto.IMessage; pollId: string; creator: string; voter: string }

/** Votes as decrypted by a client that has the poll. */
function counted(votes: WAMessage[], { poll, pollId, creator, voter }: Voted) {
  const pollUpdates = votes.map(({ key, message }) => ({
    pollUpdateMessageKey: key,
    vote: decryptPollVote(message?.pollUpdateMessage?.vote ?? {}, {
      pollEncKey: poll.messageContextInfo?.messageSecret ?? new Uint8Array(),
      pollCreatorJid: creator,
      pollMsgId: pollId,
      voterJid: voter,
    }),
  }))
  return getAggregateVotesInPollMessage({ message: poll, pollUpdates: pollUpdates.slice(-1) })
    .filter(({ voters }) => voters.length > 0)
    .map(({ name }) => name)
}

test('customers vote on the client’s poll, change the vote and remove it', async () => {
  const { client, run, maria } = await linkedTestbed()
  const content = { poll: { name: QUESTION.question, values: QUESTION.options, selectableCount: 1 } }
  const sent = await client.socket.sendMessage(pn(MARIA), content)
  const id = sent?.key.id ?? ''
  await maria.until(() => maria.message(COMPANY, id))
  const poll = { poll: sent?.message ?? {}, pollId: id, creator: pn(COMPANY), voter: pn(MARIA) }
  await run({ do: 'vote', from: MARIA, chat: COMPANY, id, options: ['verde'] })
  expect(counted([await vote(client, 1)], poll)).toEqual(['verde'])
  await run({ do: 'vote', from: MARIA, chat: COMPANY, id, options: ['preto'] })
  expect(counted([await vote(client, 2)], poll)).toEqual(['preto'])
  expect(maria.message(COMPANY, id)?.poll?.options.map(({ votes }) => votes)).toEqual([[], [], [MARIA]])
  await run({ do: 'vote', from: MARIA, chat: COMPANY, id, options: [] })
  expect(counted([await vote(client, 3)], poll)).toEqual([])
})

test('all group members see all votes on a customer’s poll', async () => {
  const { client, run, maria, company } = await linkedTestbed()
  const group = await run({ do: 'createGroup', by: MARIA, subject: 'Cores', members: [COMPANY, TIAGO] })
  const id = await run({ do: 'sendPoll', from: MARIA, to: group, ...QUESTION, several: true })
  const poll = await client.until('messages.upsert', ({ messages }) => messages.find(({ key }) => key.id === id))
  await run({ do: 'vote', from: TIAGO, chat: group, id, options: ['azul', 'preto'] })
  const cast = await vote(client, 1)
  const [creator, voter] = [poll.key.participant ?? '', cast.key.participant ?? '']
  expect(counted([cast], { poll: poll.message ?? {}, pollId: id, creator, voter })).toEqual(['azul', 'preto'])
  for (const phone of [maria, company]) {
    expect(phone.message(group, id)?.poll).toMatchObject({ several: true })
    expect(phone.message(group, id)?.poll?.options.map(({ votes }) => votes.length)).toEqual([1, 0, 1])
  }
})

test('refuses a vote for an unknown option or on another kind of message', async () => {
  const { simulator, run } = await linkedTestbed()
  const id = await run({ do: 'sendPoll', from: MARIA, to: COMPANY, ...QUESTION })
  const text = await run({ do: 'say', from: MARIA, to: COMPANY, text: 'azul' })
  for (const about of [id, text]) {
    const refused = await simulator.run({ do: 'vote', from: MARIA, chat: COMPANY, id: about, options: ['roxo'] })
    expect(refused).toMatchObject({ ok: false, error: 'unknown_option' })
  }
})

test('edits and reactions can be encrypted with the message’s secret; the client emits them, phones decrypt them', async () => {
  const { client, run, maria, tiago } = await linkedTestbed()
  const group = await run({ do: 'createGroup', by: MARIA, subject: 'Avisos', members: [COMPANY, TIAGO] })
  const id = await run({ do: 'say', from: MARIA, to: group, text: 'às nvoe' })
  const { message } = await client.gets('às nvoe')
  expect(message?.messageContextInfo?.messageSecret).toHaveLength(32)
  await run({ do: 'edit', from: MARIA, chat: group, id, text: 'às nove', secret: true })
  const edit = await client.finds(({ secretEncryptedMessage }) => secretEncryptedMessage)
  expect(edit).toMatchObject({ secretEncType: 2, targetMessageKey: { id } })
  await run({ do: 'react', from: TIAGO, chat: group, id, emoji: '👍', secret: true })
  const reaction = await client.finds(({ encReactionMessage }) => encReactionMessage)
  expect(reaction.targetMessageKey).toMatchObject({ id })
  for (const phone of [maria, tiago]) {
    expect(phone.message(group, id)).toMatchObject({ text: 'às nove', edited: true, reactions: [{ author: TIAGO }] })
  }
})
