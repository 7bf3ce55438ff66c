import { ChartBarBig } from 'lucide-react'
import type { Poll } from '../../../../src/channels/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { BubbleMeta } from '../bubble/BubbleMeta'

/** A poll with its options and the number of votes for each. Voting is only possible on the phone. */
export function PollBody({ message, poll }: { message: Message; poll: Poll }) {
  const t = useText()
  const most = Math.max(1, ...poll.options.map(({ votes }) => votes))
  return (
    <>
      <p dir="auto" className="font-semibold">
        {poll.question || t('tickets.kind.poll')}
      </p>
      {poll.options.length > 0 && (
        <p className="bubble-mark">
          <span>
            <ChartBarBig />
            {poll.choices === 1
              ? t('messages.poll.one')
              : poll.choices > 1
                ? t('messages.poll.upTo', { count: poll.choices })
                : t('messages.poll.several')}
          </span>
        </p>
      )}
      <ul className="poll">
        {poll.options.map(({ name, votes }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: answers of a poll never move
          <li key={at}>
            <span dir="auto">{name}</span>
            <span className="nums" title={t('messages.poll.votes', { count: votes })}>
              <span aria-hidden="true">{votes}</span>
              <span className="sr-only">{t('messages.poll.votes', { count: votes })}</span>
            </span>
            <i style={{ width: `${(votes / most) * 100}%` }} />
          </li>
        ))}
      </ul>
      <BubbleMeta message={message} />
    </>
  )
}
