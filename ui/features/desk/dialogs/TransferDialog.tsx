import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import type { TicketSummary, TransferTarget } from '../../../../src/tickets/contract'
import { useDays } from '../../../shared/i18n/useDays'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { Face } from '../../../shared/kit/Face'
import { Field } from '../../../shared/kit/Field'
import { IdSelect } from '../../../shared/kit/IdSelect'
import { TextArea } from '../../../shared/kit/TextArea'
import { ofPerson, storedOfPerson } from '../../../shared/session/ofPerson'
import { currentPerson } from '../../../shared/session/session'
import { useMay } from '../../../shared/session/useUser'
import { useContactName } from '../../contacts/names'
import { connectionsQuery, peopleQuery, queuesQuery } from '../../directory/api'
import { perTicket } from '../../messages/state'
import { transferTargetsQuery } from '../api'
import { useMoves } from '../moves/useMoves'
import type { TransferTarget as TransferGoal } from '../rules/moves'
import { commonAssignment, queueAt, queuesOf, type Target, targetsFor, withRecent } from '../rules/targets'
import { useConnectionName } from './connectionName'

const COMMENT_LENGTH = 1000

/** Draft of the transfer: kept when the dialog closes, and when the transfer is refused. */
const commentAtom = perTicket((_ticketId: number) => ofPerson(''))

const isKeys = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((key) => typeof key === 'string')
const recentAtom = storedOfPerson<readonly string[]>('desk.transfers', [], isKeys)

/** Transfers a ticket to a colleague, a queue or another connection. The toast undoes it. */
export function TransferDialog({ ticket, onClose }: { ticket: TicketSummary; onClose(): void }) {
  const t = useText()
  const moves = useMoves()
  const connections = useOtherConnections(ticket)
  const [comment, setComment] = useAtom(commentAtom(ticket.id))
  const transfer = (target: TransferGoal) => {
    setComment('')
    const whose = currentPerson()
    moves.transfer(ticket, target, () => setComment(comment, whose))
  }
  return (
    <TransferForm
      title={t('tickets.transferTitle', { name: useContactName(ticket) })}
      tickets={[ticket]}
      connections={connections}
      comment={comment}
      onComment={setComment}
      onTransfer={transfer}
      onClose={onClose}
    />
  )
}

type SeveralProps = { tickets: readonly TicketSummary[]; onTransfer(target: TransferGoal): void; onClose(): void }

/** Transfers several tickets to one colleague or queue; each keeps its connection. */
export function TransferSeveral({ tickets, ...how }: SeveralProps) {
  const t = useText()
  const [comment, setComment] = useState('')
  return (
    <TransferForm
      title={t('desk.several.transferTitle', { count: tickets.length })}
      tickets={tickets}
      connections={[]}
      comment={comment}
      onComment={setComment}
      {...how}
    />
  )
}

type FormProps = {
  title: string
  tickets: readonly TicketSummary[]
  /** Connections to which the conversation may move. */
  connections: readonly ConnectionSummary[]
  comment: string
  onComment(comment: string): void
  onTransfer(target: TransferGoal): void
  onClose(): void
}

/** Digits choose directly. */
function TransferForm({ title, tickets, connections, comment, onComment, onTransfer, onClose }: FormProps) {
  const t = useText()
  const people = useQuery(peopleQuery).data ?? []
  const queues = useQuery(queuesQuery).data ?? []
  const nameOf = useConnectionName()
  const [recent, setRecent] = useAtom(recentAtom)
  const [search, setSearch] = useState('')
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const [queueId, setQueue] = useState<number | null>(null)
  const [whatsappId, setConnection] = useState<number | null>(null)
  const [isAsked, setAsked] = useState(false)
  const isDone = useRef(false)
  const first = useRef<HTMLInputElement>(null)
  const place = commonAssignment(tickets)
  const [only] = tickets.length === 1 ? tickets : []
  const targets = targetsFor({ people, queues, recent, search, place })
  const chosen = targets.find(({ key }) => key === chosenKey) ?? null
  const person = chosen?.kind === 'person' ? chosen.person : null
  const theirs = person ? queuesOf(person, queues) : []
  const connection = connections.find(({ id }) => id === whatsappId) ?? null
  const queueFor = (target: Target | null) => queueAt(target, { queues, chosenId: queueId, place })

  const transfer = (target: Target | null) => {
    if (!target && !connection) return setAsked(true)
    isDone.current = only !== undefined
    onClose()
    if (target) setRecent(withRecent(recent, target.key))
    const user = target?.kind === 'person' ? target.person : null
    onTransfer({ user, queue: queueFor(target), connection, comment: comment.trim() })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    transfer(chosen)
  }
  /** In the search field, arrow keys move through the list and Enter chooses. */
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const named = search === '' && !event.altKey && !event.ctrlKey ? targets[Number(event.key) - 1] : undefined
    if (named) transfer(named)
    else if (event.key === 'Enter') transfer(chosen ?? (search === '' ? null : (targets[0] ?? null)))
    else if (step !== 0 && targets.length > 0) {
      const at = targets.findIndex(({ key }) => key === chosenKey)
      const next = targets[(Math.max(at, step > 0 ? -1 : 0) + step + targets.length) % targets.length]
      setChosenKey(next?.key ?? null)
    } else return
    event.preventDefault()
  }
  return (
    <Dialog open onClose={onClose} title={title} size="sm" initialFocus={first} isReplaced={() => isDone.current}>
      <form onSubmit={submit}>
        <div className="dialog-body grid gap-3 pt-1!">
          <TargetList
            targets={targets}
            recent={recent}
            search={search}
            onSearch={setSearch}
            chosenKey={chosenKey}
            onChoose={setChosenKey}
            onKeyDown={press}
            ref={first}
          />
          {isAsked && !chosen && !connection && <ErrorNote>{t('work.choose')}</ErrorNote>}
          {person && theirs.length > 1 && (
            <IdSelect
              label={t('work.inQueue')}
              options={theirs}
              value={queueFor(chosen)?.id ?? (theirs.some(({ id }) => id === place.queueId) ? place.queueId : null)}
              onChange={setQueue}
              none={t(only ? 'common.noQueue' : 'desk.several.keepQueues')}
              isNoneDisabled={only !== undefined}
            />
          )}
          {only && connections.length > 0 && (
            <IdSelect
              label={t('common.field.connection')}
              options={connections.map((one) => ({ id: one.id, name: nameOf(one) }))}
              value={whatsappId}
              onChange={setConnection}
              none={t('tickets.keepQueue', { name: only.whatsapp.name })}
            />
          )}
          <Field label={t('tickets.comment')} optional hint={t('tickets.commentHint')}>
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                maxRows={5}
                maxLength={COMMENT_LENGTH}
                value={comment}
                onChange={(event) => onComment(event.target.value)}
              />
            )}
          </Field>
        </div>
        <footer className="dialog-foot">
          <Button tone="ghost" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" tone="primary">
            {t('tickets.transfer')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

type ListProps = {
  targets: readonly Target[]
  recent: readonly string[]
  search: string
  onSearch(text: string): void
  chosenKey: string | null
  onChoose(key: string): void
  onKeyDown(event: KeyboardEvent): void
  ref: React.Ref<HTMLInputElement>
}

function TargetList({ targets, recent, search, onSearch, chosenKey, onChoose, onKeyDown, ref }: ListProps) {
  const t = useText()
  const id = useId()
  const facts = new Map((useQuery(transferTargetsQuery).data ?? []).map((one) => [one.userId, one]))
  const kindOf = (target: Target) =>
    target.kind === 'queue' ? 'queues' : recent.includes(target.key) ? 'recent' : 'people'
  const optionId = (key: string) => `${id}-${key.replace(' ', '-')}`
  return (
    <div className="grid gap-2">
      <input
        ref={ref}
        type="text"
        role="combobox"
        className="input w-full"
        aria-label={t('work.find')}
        placeholder={t('work.find')}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={chosenKey ? optionId(chosenKey) : undefined}
        autoComplete="off"
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={t('tickets.transfer')} className="-mx-2 max-h-76 overflow-y-auto">
        {targets.map((target, at) => {
          const before = targets[at - 1]
          return (
            <div key={target.key} role="presentation">
              {(!before || kindOf(before) !== kindOf(target)) && (
                <p className="menu-label" aria-hidden>
                  {t(`work.${kindOf(target)}`)}
                </p>
              )}
              <TargetRow
                id={optionId(target.key)}
                target={target}
                facts={target.kind === 'person' ? facts.get(target.person.id) : undefined}
                digit={search === '' && at < 9 ? at + 1 : null}
                isChosen={target.key === chosenKey}
                onChoose={() => onChoose(target.key)}
              />
            </div>
          )
        })}
        {targets.length === 0 && <p className="px-2.5 py-2 text-sm text-muted">{t('work.nobody', { text: search })}</p>}
      </div>
    </div>
  )
}

type RowProps = {
  id: string
  target: Target
  facts: TransferTarget | undefined
  digit: number | null
  isChosen: boolean
  onChoose(): void
}

function TargetRow({ id, target, facts, digit, isChosen, onChoose }: RowProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search above has the keyboard
    <div
      ref={box}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className="menu-row target-row"
      data-highlighted={isChosen || undefined}
      onClick={onChoose}
    >
      {target.kind === 'person' ? (
        <>
          <span className="face-place" data-presence={target.person.online ? target.person.status : 'offline'}>
            <Face name={target.person.name} size={2} />
          </span>
          <span className="two min-w-0 flex-1">
            <span className="truncate font-medium">{target.person.name}</span>
            <PersonFacts target={target} facts={facts} />
          </span>
        </>
      ) : (
        <>
          <span className="queue-mark" style={{ '--c': target.queue.color } as React.CSSProperties} aria-hidden />
          <span className="min-w-0 flex-1 truncate">{target.queue.name}</span>
        </>
      )}
      {digit !== null && (
        <span className="kbd kbd-sm not-phone" aria-hidden>
          {digit}
        </span>
      )}
    </div>
  )
}

/** Presence, load and hours in a few words. */
function PersonFacts({ target, facts }: { target: Target & { kind: 'person' }; facts: TransferTarget | undefined }) {
  const t = useText()
  const days = useDays()
  const { online, status } = target.person
  const words = [
    online ? t(`directory.status.${status}`).toLocaleLowerCase() : t('work.offline'),
    facts && (facts.openTickets === 0 ? t('work.openNone') : t('work.openCount', { count: facts.openTickets })),
    facts && (facts.until ? t('work.until', { time: days.time(facts.until) }) : !facts.onDuty && t('work.offDuty')),
  ]
  return <small className="truncate">{words.filter(Boolean).join(' · ')}</small>
}

/**
 * Connections to which the conversation may move: a group cannot, and a contact without a number is known to one
 * connection only.
 */
function useOtherConnections({ isGroup, contact, whatsappId }: TicketSummary) {
  const may = useMay()
  const isOffered = may('ticket-options:transferWhatsapp') && !isGroup && contact.number !== null
  const { data = [] } = useQuery({ ...connectionsQuery, enabled: isOffered })
  return isOffered ? data.filter(({ id }) => id !== whatsappId) : []
}
