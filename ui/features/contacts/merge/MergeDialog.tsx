import './merge.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, Info } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ContactSummary } from '../../../../src/contacts/contract'
import type { ContactDetail } from '../../../../src/contacts/groups/contract'
import type { Identity } from '../../../../src/features/contact-book/merging/contract'
import { errorText } from '../../../shared/errorText'
import { formatPhone } from '../../../shared/i18n/phone'
import type { Text } from '../../../shared/i18n/translate'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ChannelIcon } from '../../../shared/kit/ChannelIcon'
import { Dialog } from '../../../shared/kit/Dialog'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { Note } from '../../../shared/kit/Note'
import { Segment } from '../../../shared/kit/Segment'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { toast } from '../../../shared/kit/toast'
import { contactQuery, undoMerge } from '../api'
import { contactName } from '../names'
import { PeoplePicker, type PickableContact } from '../PeoplePicker'
import { identityQuery, keepApart, mergeContacts } from './api'
import { dataOf, mergedOf, type Picks, type Side, usualPicks } from './merged'

type Props = {
  contact: Pick<ContactSummary, 'id' | 'name' | 'number'>
  /** Chosen in the dialog if not given. */
  other?: Pick<ContactSummary, 'id'> | undefined
  onDone?(): void
  onClose(): void
}

/** Merges two contacts: where they differ, what stays, and an undo. */
export function MergeDialog({ contact, other, onDone, onClose }: Props) {
  const t = useText()
  const [pair, setPair] = useState<readonly [number, number] | null>(other ? [contact.id, other.id] : null)
  const [chosen, setChosen] = useState<PickableContact | null>(null)
  if (pair) return <Compare pair={pair} onDone={onDone} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t('contacts.merge.title')} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen) setPair([contact.id, chosen.id])
        }}
      >
        <div className="dialog-body grid gap-3">
          <p className="text-sm">{t('contacts.merge.choose', { name: contactName({ contact }) })}</p>
          <PeoplePicker
            isSingle
            chosen={chosen ? [chosen] : []}
            recent={[]}
            allows={(person) => person.id !== contact.id && !person.isGroup}
            onToggle={setChosen}
          />
        </div>
        <footer className="dialog-foot">
          <Button tone="ghost" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" tone="primary" disabled={chosen === null}>
            {t('contacts.merge.compare')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

type Pair = {
  pair: readonly [number, number]
  onDone: (() => void) | undefined
  onClose(): void
}

function Compare({ pair: [first, second], ...props }: Pair) {
  const t = useText()
  const queries = [useQuery(contactQuery(first)), useQuery(contactQuery(second))] as const
  const known = [useQuery(identityQuery(first)), useQuery(identityQuery(second))] as const
  const failure = [...queries, ...known].find(({ error }) => error)?.error
  const [original, selected] = [queries[0].data, queries[1].data]
  const identities = [known[0].data, known[1].data] as const
  if (original && selected && identities[0] && identities[1])
    return (
      <Choose
        original={original}
        selected={selected}
        identities={[identities[0], identities[1]]}
        key={`${first} ${second}`}
        {...props}
      />
    )
  return (
    <Dialog open onClose={props.onClose} title={t('contacts.merge.title')} size="lg">
      <div className="dialog-body">
        {failure ? <ErrorNote>{errorText(t, failure)}</ErrorNote> : <Skeleton className="h-60" />}
      </div>
    </Dialog>
  )
}

type Both = Omit<Pair, 'pair'> & {
  original: ContactDetail
  selected: ContactDetail
  identities: readonly [Identity, Identity]
}

function Choose({ original, selected, identities, onDone, onClose }: Both) {
  const t = useText()
  const [picks, setPicks] = useState<Picks>(() => usualPicks(original, selected))
  const merge = useMutation({
    mutationFn: () =>
      mergeContacts({ sourceContactId: selected.id, targetContactId: original.id, mergedData: dataOf(picks) }),
    onSuccess: ({ mergeId }) => {
      offerUndo(t, mergeId)
      onDone?.()
      onClose()
    },
  })
  const apart = useMutation({
    mutationFn: () => keepApart(original.id, selected.id),
    onSuccess: onClose,
    onError: toast.failure,
  })
  const row = (field: 'name' | 'number' | 'email' | 'contactCategoryId', label: string, show: Show) => (
    <FieldRow
      label={label}
      values={[show(original) || null, show(selected) || null]}
      value={picks[field]}
      onChange={(side) => setPicks({ ...picks, [field]: side })}
    />
  )
  const tickets = identities.map((identity) => ticketWords(t, identity))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('contacts.merge.title')}
      size="lg"
      footer={
        <>
          <Button tone="ghost" className="mr-auto text-muted" busy={apart.isPending} onClick={() => apart.mutate()}>
            {t('contacts.merge.notSame')}
          </Button>
          <Button tone="ghost" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button tone="primary" busy={merge.isPending} onClick={() => merge.mutate()}>
            {t('contacts.merge.confirm', { name: contactName({ contact: mergedOf(original, selected, picks) }) })}
          </Button>
        </>
      }
    >
      <div className="overflow-x-auto">
        <table className="grid-table merge-table">
          <thead>
            <tr>
              <td />
              <Head contact={original} identity={identities[0]} />
              <Head contact={selected} identity={identities[1]} />
              <th scope="col">{t('contacts.merge.stays')}</th>
            </tr>
          </thead>
          <tbody>
            {row('name', t('common.field.name'), ({ name }) => name)}
            {row('email', t('common.field.email'), ({ email }) => email)}
            {row('number', t('common.field.number'), ({ number }) => number && formatPhone(number))}
            {row('contactCategoryId', t('common.field.category'), ({ categoria }) => categoria?.descricao)}
            {(original.extraInfo.length > 0 || selected.extraInfo.length > 0) && (
              <Row
                label={t('contacts.merge.field.extraInfo')}
                values={[facts(original), facts(selected)]}
                stays={
                  facts(original) && facts(selected) && facts(original) !== facts(selected) ? (
                    <Segment
                      label={t('contacts.merge.field.extraInfo')}
                      items={(['original', 'selected', 'merge'] as const).map((id) => ({
                        id,
                        label: t(`contacts.merge.extra.${id}`),
                      }))}
                      value={picks.extraInfo}
                      onChange={(extraInfo) => setPicks({ ...picks, extraInfo })}
                    />
                  ) : (
                    onlyOne(t, [facts(original), facts(selected)])
                  )
                }
              />
            )}
            <Row
              label={t('contacts.merge.tickets')}
              values={[tickets[0], tickets[1]]}
              stays={t('contacts.merge.all', { count: identities[0].tickets + identities[1].tickets })}
            />
          </tbody>
        </table>
      </div>
      <div className="grid gap-3 px-5 py-4">
        {merge.error && <ErrorNote>{errorText(t, merge.error)}</ErrorNote>}
        <Note tone="info" icon={<Info />}>
          {t('contacts.merge.text')}
        </Note>
      </div>
    </Dialog>
  )
}

type Show = (contact: ContactDetail) => string | null | undefined

const facts = ({ extraInfo }: ContactDetail): string =>
  extraInfo.map(({ name, value }) => `${name}: ${value}`).join(', ')

function ticketWords(t: Text, { tickets: count, open }: Identity): string {
  const name = open.find(({ user }) => user !== null)?.user
  if (name) return t('contacts.merge.openWith', { count, name })
  return open.length > 0 ? t('contacts.merge.openWaiting', { count }) : String(count)
}

const UNDO_MS = 10_000

function offerUndo(t: ReturnType<typeof useText>, mergeId: number) {
  const undo = async () => {
    close()
    try {
      const { name } = await undoMerge(mergeId)
      toast.success(t('contacts.merge.undone', { name }))
    } catch (failure) {
      toast.failure(failure)
    }
  }
  const close = toast.offer(t('contacts.merge.done'), () => void undo())
  setTimeout(close, UNDO_MS) // the offer outlives the dialog
}

function Head({ contact, identity }: { contact: ContactDetail; identity: Identity }) {
  return (
    <th scope="col">
      <span className="inline-flex items-center gap-2">
        {identity.channels.map((channel) => (
          <ChannelIcon key={channel} channel={channel} />
        ))}
        {contactName({ contact })}
      </span>
    </th>
  )
}

type Values = readonly [ReactNode, ReactNode]

function Row({ label, values, stays }: { label: string; values: Values; stays: ReactNode }) {
  const t = useText()
  return (
    <tr>
      <th scope="row">{label}</th>
      {values.map((value, at) => (
        <td key={at === 0 ? 'first' : 'second'} className={value ? 'lead' : 'text-faint'}>
          {value || t('contacts.merge.none')}
        </td>
      ))}
      <td>{stays}</td>
    </tr>
  )
}

/** What stays where there is nothing to choose. */
function onlyOne(t: Text, [first, second]: Values): ReactNode {
  if (first && second)
    return (
      <span className="inline-flex items-center gap-1.5 font-medium text-success-ink">
        <Check className="size-4!" />
        {t('contacts.merge.same')}
      </span>
    )
  return t(first ? 'contacts.merge.theFirst' : 'contacts.merge.theSecond')
}

type FieldRowProps = {
  label: string
  values: readonly [string | null, string | null]
  value: Side
  onChange(side: Side): void
}

/** Only what differs is a choice; what neither has is no row. */
function FieldRow({ label, values, value, onChange }: FieldRowProps) {
  const t = useText()
  const [first, second] = values
  if (!first && !second) return null
  const stays =
    first && second && first !== second ? (
      <Segment
        label={label}
        items={[
          { id: 'original', label: t('contacts.merge.first') },
          { id: 'selected', label: t('contacts.merge.second') },
        ]}
        value={value}
        onChange={onChange}
      />
    ) : (
      onlyOne(t, values)
    )
  return <Row label={label} values={values} stays={stays} />
}
