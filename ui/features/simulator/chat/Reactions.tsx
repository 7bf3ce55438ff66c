import type { MessageView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { useDirectory, whoIs } from '../directory'

/** The reactions to a message; names are shown on hover and read out by screen readers. */
export function Reactions({ reactions }: Pick<MessageView, 'reactions'>) {
  const t = useText()
  const directory = useDirectory()
  if (reactions.length === 0) return null
  const told = reactions.map(({ author, emoji }) =>
    t('simulator.reactedWith', { name: whoIs(author, directory), emoji }),
  )
  return (
    <span className="reactions" role="img" title={told.join('\n')} aria-label={told.join(', ')}>
      {[...new Set(reactions.map(({ emoji }) => emoji))].join('')}
      {reactions.length > 1 && ` ${reactions.length}`}
    </span>
  )
}
