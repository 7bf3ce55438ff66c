import { Check } from 'lucide-react'
import type { MessageView } from '../../../../../src/simulator/contract'
import { useText } from '../../../../shared/i18n/useText'
import { useDirectory, whoIs } from '../../directory'
import { useCommand } from '../../useCommand'
import { useChat } from '../chatContext'
import { Meta } from '../Meta'
import { choicesAfter, shares } from '../poll'

/** A poll; pressing an option votes, pressing it again withdraws the vote. */
export function PollBody({ message }: { message: MessageView }) {
  const t = useText()
  const run = useCommand()
  const directory = useDirectory()
  const { phone, chat } = useChat()
  const { id, text, poll } = message
  if (!poll) return null
  const full = shares(poll)
  return (
    <fieldset
      className="handset-poll grid gap-1.25 w-50 max-w-full m-0 p-0 border-0"
      aria-label={t('simulator.kind.poll')}
    >
      <b>{text.split('\n')[0]}</b>
      <small>{t(poll.several ? 'simulator.poll.several' : 'simulator.poll.one')}</small>
      {poll.options.map(({ text: option, votes }, at) => (
        <button
          key={option}
          type="button"
          className="poll-option grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-y-0.75 gap-x-1.75 py-0.75 px-0 rounded-sm text-left cursor-pointer"
          aria-pressed={votes.includes(phone)}
          title={votes.map((voter) => whoIs(voter, directory)).join(', ')}
          onClick={() => run.mutate({ do: 'vote', from: phone, chat, id, options: choicesAfter(poll, phone, option) })}
        >
          <span className="poll-mark">{votes.includes(phone) && <Check />}</span>
          <span className="min-w-0 flex-1">{option}</span>
          <span className="nums text-xs">{votes.length}</span>
          <progress
            className="col-[2/4] appearance-none w-full h-1 border-0 rounded-full overflow-hidden bg-(--quote)"
            max={1}
            value={full[at]}
            aria-hidden="true"
          />
        </button>
      ))}
      <p>
        <Meta message={message} />
      </p>
    </fieldset>
  )
}
