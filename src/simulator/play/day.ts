/** A day at work: customers with a concern each, who wait for the attendant, reply, and say thanks. */
import type { Account, Message } from '../account'
import { readBy } from '../messages/receipts'
import { letRun, type World } from '../world'
import { CONCERNS, GREETINGS, NUDGES, THANKS } from './concerns'
import type { CommandOf } from './contract'
import { areThere, begin, type Line, utter } from './customer'
import { customersOf, phoneOf } from './people'
import { advance, beginScript, isUnderWay, type Script, stopScripts } from './scripts'

/** The last customers come after this share of the day, so that there is time for them. */
const DOORS_CLOSE = 0.7
const PATIENCE_S = 8
/** A customer without an answer asks again, once, after this many times the patience. */
const NUDGE_AFTER = 5

/** Returns how many lines people have in store; what comes of it depends on the attendants. */
export function beginDay(world: World, { to, customers, seconds, patience = PATIENCE_S }: CommandOf<'day'>): number {
  const company = phoneOf(world, to)
  const people = customersOf(world, company, { customers })
  const script = beginScript(world, { name: 'day', to, customers, total: people.length, seconds })
  // Whoever is still waiting when the day is over goes home.
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

type Visit = { opening: Line[]; answers: Line[] }
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
    const line = visit.answers.shift()
    if (line) await speak(world, visiting, line)
    isAnswering = false
    if (visit.answers.length > 0) return
    world.ears.delete(person.phone)
    if (isUnderWay(world, script)) advance(world, script)
  }
  // Several lines of the attendant in a row get one answer.
  world.ears.set(person.phone, (message: Message) => {
    if (message.author !== company.phone) return
    world.later(pauseOf(visiting) / 2, () => readBy(world, person, message, 'read'))
    if (isAnswering) return
    isAnswering = true
    world.later(pauseOf(visiting), () => letRun(world, answer()))
  })
  for (const line of visit.opening) await speak(world, visiting, line)
  const unsaid = visit.answers.length
  world.later(patience * NUDGE_AFTER * 1000, () => {
    if (visit.answers.length < unsaid || isAnswering) return
    letRun(world, speak(world, visiting, { text: person.random.pick(NUDGES) }))
  })
}

/** Types, and then says it. */
async function speak(world: World, visiting: Visiting, line: Line) {
  const { script, person, company } = visiting
  const mayGoOn = () => isUnderWay(world, script) && areThere(world, person, company)
  if (!mayGoOn()) return
  begin(world, person, company, line)
  await new Promise<void>((resolve) => world.later(pauseOf(visiting) / 2, () => resolve()))
  if (mayGoOn()) await utter(world, person, company, line)
}

const pauseOf = ({ person, patience }: Visiting): number => person.random.below(patience * 1000 + 1)
