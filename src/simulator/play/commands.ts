/** All commands of the contract and their handlers. */
import type { CommandResult } from '../contract'
import { mendAll } from '../faults/faults'
import { createCommunity } from '../groups/community'
import { changeGroup, createGroup } from '../groups/groups'
import { inviteCode, joinGroup } from '../groups/joining'
import { prepareHistory } from '../linking/seed-history'
import { expireMedia } from '../media/retry'
import { bookOf } from '../messages/book'
import { call, typeTo } from '../presence'
import { reset, type World } from '../world'
import {
  ban,
  breakStream,
  capNewChats,
  changeFault,
  dropConnections,
  endStream,
  redirect,
  replace,
  restrict,
  sendStanza,
  spendPreKeys,
} from './breaking'
import type { Command } from './contract'
import {
  edit,
  forward,
  playAudio,
  react,
  readChat,
  revoke,
  say,
  sendCard,
  sendContent,
  sendInvite,
  sendMedia,
  setDisappearing,
  vote,
} from './conversation'
import { gatherCrowd } from './crowd'
import { beginDay } from './day'
import { block, changeNumber, reinstall, rename, setPicture, setUsername } from './identity'
import { prepareLoad, releaseLoad } from './load'
import { answerPasskey, exportPasskey, setPasskey } from './passkeys'
import { addAccount, changeHabits, linkDevice, phoneOf, removeAccount, removeDevice, switchPhone } from './people'
import { Refusal } from './refusal'
import { stopScripts } from './scripts'

type CommandOutcome = Partial<Pick<Extract<CommandResult, { ok: true }>, 'messages' | 'books' | 'lost' | 'text'>> & {
  id?: string
}

export async function runCommand(world: World, command: Command): Promise<CommandResult> {
  try {
    const { id = null, ...more } = (await obey(world, command)) ?? {}
    return { ok: true, id, ...more }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, error: error.reason, message: error.message }
    throw error
  }
}

async function obey(world: World, command: Command): Promise<CommandOutcome | undefined> {
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
      return { lost: removeDevice(world, phoneOf(world, command.phone), command.device) }
    case 'setPasskey':
      return done(setPasskey(world, command))
    case 'answerPasskey':
      return { text: answerPasskey(world, command.phone) }
    case 'exportPasskey':
      return { text: exportPasskey(world, command.phone) }
    case 'rename':
      return done(rename(world, command))
    case 'setUsername':
      return done(setUsername(world, command))
    case 'setPicture':
      return done(await setPicture(world, command))
    case 'changeNumber':
      return done(changeNumber(world, command))
    case 'reinstall':
      return done(reinstall(world, command))
    case 'block':
      return done(block(world, command))
    case 'say':
      return { id: await say(world, command) }
    case 'sendMedia':
      return { id: await sendMedia(world, command) }
    case 'sendContact':
    case 'sendLocation':
    case 'sendPoll':
      return { id: await sendCard(world, command) }
    case 'vote':
      return { id: await vote(world, command) }
    case 'forward':
      return { id: await forward(world, command) }
    case 'sendInvite':
      return { id: await sendInvite(world, command) }
    case 'sendContent':
      return { id: await sendContent(world, command) }
    case 'setDisappearing':
      return done(await setDisappearing(world, command))
    case 'crowd':
      return { messages: gatherCrowd(world, command) }
    case 'day':
      return { messages: beginDay(world, command) }
    case 'stopScript':
      return done(stopScripts(world, command.id))
    case 'prepareHistory':
      return { messages: await prepareHistory(world, command) }
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
    case 'createCommunity':
      return { id: createCommunity(world, command) }
    case 'changeGroup':
      return done(await changeGroup(world, command))
    case 'inviteCode':
      return { id: inviteCode(world, command) }
    case 'joinGroup':
      return { id: joinGroup(world, command) }
    case 'setHabits':
      return done(changeHabits(world, phoneOf(world, command.phone), command))
    case 'dropConnections':
      return done(dropConnections(world, command.phone))
    case 'streamError':
      return done(breakStream(world, command))
    case 'endStream':
      return done(endStream(world, command.phone))
    case 'redirect':
      return done(redirect(world, command.phone))
    case 'spendPreKeys':
      return done(spendPreKeys(world, command))
    case 'replaced':
      return done(replace(world, command.phone))
    case 'restrict':
      return done(restrict(world, command))
    case 'capNewChats':
      return done(capNewChats(world, command))
    case 'ban':
      return done(ban(world, command))
    case 'setFault':
      return done(changeFault(world, command))
    case 'sendStanza':
      return done(sendStanza(world, command))
    case 'clearFaults':
      return done(mendAll(world))
    case 'expireMedia':
      return done(expireMedia(world, command.mediaId))
    case 'setHookAnswer':
      return done(world.hooks.setAnswer(command.answer))
    case 'setHookSecret':
      return done(world.hooks.setSecret(command.secret))
    case 'emptyHooks':
      return done(world.hooks.empty())
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
