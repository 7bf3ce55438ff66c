/** Joins what a bot says in one turn into one message, where each message costs money. Pure but for reading the setting. */
import { capabilitiesOf } from '../../channels/capabilities'
import { channelOf, findConnection } from '../../channels/connections/queries'
import type { Offer } from '../../channels/contract'
import type { Db } from '../../platform/sqlite'
import type { Values } from './variables'

type SaidText = { readonly do: 'say'; readonly text: string; readonly values?: Values; readonly choices?: Offer }
type AnyAction = { readonly do: string }

/** As the connection says, else as usual for its channel. */
export const joinsAnswers = (db: Db, connectionId: number): boolean =>
  findConnection(db, connectionId)?.joinsAnswers ?? capabilitiesOf(channelOf(db, connectionId)).isCharged

/** Texts that follow one another become one, as long as the channel takes it; nothing is added behind choices. */
export function joinTexts<A extends AnyAction>(actions: readonly A[], most: number): A[] {
  const joined: A[] = []
  for (const action of actions) {
    const last = joined.at(-1)
    const both = last && isText(last) && isText(action) ? together(last, action) : undefined
    if (both && both.text.length <= most)
      joined[joined.length - 1] = both as A & SaidText // of the type of its parts
    else joined.push(action)
  }
  return joined
}

const isText = <A extends AnyAction>(action: A): action is A & SaidText => action.do === 'say'

function together<A extends SaidText>(first: A, second: A): A | undefined {
  if (first.choices) return undefined
  const join = (text: string) => `${first.text}\n\n${text}`.trim()
  return {
    ...first,
    text: join(second.text),
    ...((first.values || second.values) && { values: { ...first.values, ...second.values } }),
    ...(second.choices && { choices: { ...second.choices, prompt: join(second.choices.prompt) } }),
  }
}

/** As they are to be sent over the connection. */
export const joinedFor = <A extends AnyAction>(db: Db, connectionId: number, actions: readonly A[]): readonly A[] =>
  joinsAnswers(db, connectionId) ? joinTexts(actions, capabilitiesOf(channelOf(db, connectionId)).text.most) : actions
