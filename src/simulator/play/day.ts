/** A working day: customers with one concern each, who wait for the attendant, reply, and say thanks. */
import type { Account, Message } from '../account'
import { readBy } from '../messages/receipts'
import { letRun, type World } from '../world'
import { CONCERNS, GREETINGS, NUDGES, THANKS } from './concerns'
import type { CommandOf } from './contract'
import { areThere, begin, type Utterance, utter } from './customer'
import { customersOf, phoneOf } from './people'
import { advance, beginScript, isUnderWay, type Script, stopScripts } from './scripts'

/** The last customers arrive after this share of the day, so that there is time for them. */
const DOORS_CLOSE = 0.7
const PATIENCE_S = 8
/** A customer without an answer asks again once, after this multiple of the patience. */
const NUDGE_AFTER = 5

/** Returns the number of planned messages; how many are sent depends on the attendants. */
export function beginDay(world: World, { to, customers, seconds, patience = PATIENCE_S }: CommandOf<'day'>): number {
  const company = phoneOf(world, to)
  const people = customersOf(world, company, { customers })
  const script = beginScript(world, { name: 'day', to, customers, total: people.length, seconds })
  // Customers who still wait at the end of the day leave.
  world.later(seconds * 1000, () => stopScripts(world, script.id))
  let lines = 0
  for (const person of people) {
    const visit = visitOf(person)
    lines += visit.opening.length + visit.answers.length
    const moment = company.random.below(seconds * 1000 * DOORS_CLOSE + 1)
    world.later(moment, () => letRun(world, pay(world, { script, person, company, visit, patience })))
  }
  return lines
}

type Visit = { opening: Utterance[]; answers: Utterance[] }
type Visiting = { script: Script; person: Account; company: Account; visit: Visit; patience: number }

function visitOf({ random }: Account): Visit {
  const { question, shows, answers } = random.pick(CONCERNS)
  const opening = [{ text: random.pick(GREETINGS) }, { text: question }, ...(shows ? [shows] : [])]
  return { opening, answers: [...answers, random.pick(THANKS)].map((text) => ({ text })) }
}

async function pay(world: World, visiting: Visiting) {
  const { script, person, company, visit, patience } = visiting
  let isAnswering = false
  const answer = async () => {
    const utterance = visit.answers.shift()
    if (utterance) await speak(world, visiting, utterance)
    isAnswering = false
    if (visit.answers.length > 0) return
    world.ears.delete(person.phone)
    if (isUnderWay(world, script)) advance(world, script)
  }
  // Several consecutive messages of the attendant get one answer.
  world.ears.set(person.phone, (message: Message) => {
    if (message.author !== company.phone) return
    world.later(pauseOf(visiting) / 2, () => readBy(world, person, message, 'read'))
    if (isAnswering) return
    isAnswering = true
    world.later(pauseOf(visiting), () => letRun(world, answer()))
  })
  for (const utterance of visit.opening) await speak(world, visiting, utterance)
  const unsaid = visit.answers.length
  world.later(patience * NUDGE_AFTER * 1000, () => {
    if (visit.answers.length < unsaid || isAnswering) return
    letRun(world, speak(world, visiting, { text: person.random.pick(NUDGES) }))
  })
}

/** Types, then sends. */
async function speak(world: World, visiting: Visiting, utterance: Utterance) {
  const { script, person, company } = visiting
  const mayGoOn = () => isUnderWay(world, script) && areThere(world, person, company)
  if (!mayGoOn()) return
  begin(world, person, company, utterance)
  await new Promise<void>((resolve) => world.later(pauseOf(visiting) / 2, () => resolve()))
  if (mayGoOn()) await utter(world, person, company, utterance)
}

const pauseOf = ({ person, patience }: Visiting): number => person.random.below(patience * 1000 + 1)
