/** Customers who write without waiting for answers. For those who wait see day.ts. */
import type { Account } from '../account'
import { letRun, type World } from '../world'
import { CONCERNS, GREETINGS, NUDGES, THANKS } from './concerns'
import type { CommandOf } from './contract'
import { areThere, begin, type Utterance, utter } from './customer'
import { customersOf, phoneOf } from './people'
import { advance, beginScript, isUnderWay } from './scripts'

/** Maximum duration of typing. */
const TYPING_MS = 1500

export function gatherCrowd(world: World, { to, customers, messages, seconds }: CommandOf<'crowd'>): number {
  const company = phoneOf(world, to)
  const { random } = company
  const people = customersOf(world, company, { customers })
  const script = beginScript(world, { name: 'crowd', to, customers, total: messages, seconds })
  const moments = Array.from({ length: messages }, () => random.below(seconds * 1000 + 1)).sort((a, b) => a - b)
  const stories = new Map<Account, Utterance[]>()
  for (const [index, moment] of moments.entries()) {
    // Everybody writes once before anybody writes again.
    const person = index < people.length ? people[index] : random.pick(people)
    if (!person) continue
    const story = stories.get(person) ?? storyOf(person)
    stories.set(person, story)
    const utterance = story.shift() ?? { text: person.random.pick(NUDGES) }
    world.later(Math.max(0, moment - TYPING_MS), () => {
      if (isUnderWay(world, script) && areThere(world, person, company)) begin(world, person, company, utterance)
    })
    world.later(moment, () => {
      if (!isUnderWay(world, script)) return
      if (areThere(world, person, company)) letRun(world, utter(world, person, company, utterance))
      advance(world, script)
    })
  }
  return messages
}

function storyOf({ random }: Account): Utterance[] {
  const { question, shows, answers } = random.pick(CONCERNS)
  const lines = [random.pick(GREETINGS), question, ...answers, random.pick(THANKS)].map((text): Utterance => ({ text }))
  return shows ? lines.toSpliced(2, 0, shows) : lines
}
