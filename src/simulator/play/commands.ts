/** Every command of the contract, and who carries it out. */

import type { Command, CommandResult } from '../contract'
import { mendAll } from '../faults'
import { changeGroup, createGroup } from '../groups/groups'
import { prepareHistory } from '../linking/history'
import { expireMedia } from '../media/retry'
import { bookOf } from '../messages/book'
import { call, typeTo } from '../presence'
import { reset, type World } from '../world'
import { ban, breakStream, changeFault, dropConnections, replace, restrict } from './breaking'
import { edit, playAudio, react, readChat, revoke, say, sendCard, sendMedia } from './conversation'
import { gatherCrowd } from './crowd'
import { prepareLoad, releaseLoad } from './load'
import { addAccount, changeHabits, linkDevice, phoneOf, removeAccount, removeDevice, switchPhone } from './people'
import { Refusal } from './refusal'

type Done = { id?: string; messages?: number; books?: Extract<CommandResult, { ok: true }>['books'] }

export async function runCommand(world: World, command: Command): Promise<CommandResult> {
  try {
    const { id = null, ...more } = (await obey(world, command)) ?? {}
    return { ok: true, id, ...more }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, error: error.reason, message: error.message }
    throw error
  }
}

async function obey(world: World, command: Command): Promise<Done | undefined> {
  switch (command.do) {
    case 'addPhone':
      return { id: addAccount(world, command).phone }
    case 'removePhone':
      return done(removeAccount(world, phoneOf(world, command.phone)))
    case 'setOnline':
      return done(await switchPhone(world, phoneOf(world, command.phone), command.on))
    case 'scan':
    case 'enterCode':
      return { id: await linkDevice(world, phoneOf(world, command.phone), command) }
    case 'removeDevice':
      return done(removeDevice(world, phoneOf(world, command.phone), command.device))
    case 'say':
      return { id: await say(world, command) }
    case 'sendMedia':
      return { id: await sendMedia(world, command) }
    case 'sendContact':
    case 'sendLocation':
    case 'sendPoll':
      return { id: await sendCard(world, command) }
    case 'crowd':
      return { messages: gatherCrowd(world, command) }
    case 'prepareHistory':
      return { messages: prepareHistory(world, command) }
    case 'react':
      return { id: await react(world, command) }
    case 'edit':
      return { id: await edit(world, command) }
    case 'revoke':
      return { id: await revoke(world, command) }
    case 'readChat':
      return done(readChat(world, command))
    case 'playAudio':
      return done(playAudio(world, command))
    case 'typing': {
      const { from, to, on, audio = false } = command
      return done(typeTo(world, phoneOf(world, from), { to: phoneOf(world, to), on, audio }))
    }
    case 'call': {
      const ringMs = (command.seconds ?? 20) * 1000
      return { id: call(world, phoneOf(world, command.from), { to: phoneOf(world, command.to), ringMs }) }
    }
    case 'createGroup':
      return { id: createGroup(world, command) }
    case 'changeGroup':
      return done(changeGroup(world, command))
    case 'setHabits':
      return done(changeHabits(world, phoneOf(world, command.phone), command))
    case 'dropConnections':
      return done(dropConnections(world, command.phone))
    case 'streamError':
      return done(breakStream(world, command))
    case 'replaced':
      return done(replace(world, command.phone))
    case 'restrict':
      return done(restrict(world, command))
    case 'ban':
      return done(ban(world, command))
    case 'setFault':
      return done(changeFault(world, command))
    case 'clearFaults':
      return done(mendAll(world))
    case 'expireMedia':
      return done(expireMedia(world, command.mediaId))
    case 'prepareLoad':
      return { messages: await prepareLoad(world, command) }
    case 'releaseLoad':
      return { messages: await releaseLoad(world, command) }
    case 'books':
      return { books: booksOf(world, command.phone) }
    case 'reset':
      return done(reset(world))
  }
}

const done = (_nothing: unknown): undefined => undefined

function booksOf(world: World, phone: string | undefined) {
  const accounts = phone === undefined ? [...world.accounts.values()] : [phoneOf(world, phone)]
  return accounts.map((account) => ({ phone: account.phone, entries: bookOf(account) }))
}
