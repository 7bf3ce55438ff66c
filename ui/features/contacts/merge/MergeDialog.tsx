import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ContactSummary, identityOf } from '../../../../src/contacts/contract'
import type { ContactDetail } from '../../../../src/contacts/groups/contract'
import { errorText } from '../../../shared/errorText'
import { formatPhone } from '../../../shared/i18n/phone'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { Face } from '../../../shared/kit/Face'
import { Segment } from '../../../shared/kit/Segment'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { toast } from '../../../shared/kit/toast'
import { contactQuery, undoMerge } from '../api'
import { contactName } from '../names'
import { PeoplePicker, type PickableContact } from '../PeoplePicker'
import { mergeContacts } from './api'
import { dataOf, type Fact, type Mergeable, mergedOf, type Picks, type Side, usualPicks } from './merged'

type Props = {
  contact: Pick<ContactSummary, 'id' | 'name' | 'number'>
  /** Chosen in the dialog if not given. */
  other?: Pick<ContactSummary, 'id'> | undefined
  onDone?(): void
  onClose(): void
}

/** Merges two contacts: whose field wins, a preview of the result, and an undo. */
export function MergeDialog({ contact, other, onDone, onClose }: Props) {
  const t = useText()
  const [pair, setPair] = useState<readonly [number, number] | null>(other ? [contact.id, other.id] : null)
  const [chosen, setChosen] = useState<PickableContact | null>(null)
  if (pair) return <Compare pair={pair} onSwap={() => setPair([pair[1], pair[0]])} onDone={onDone} onClose={onClose} />
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
  onSwap(): void
  onDone: (() => void) | undefined
  onClose(): void
}

function Compare({ pair, ...props }: Pair) {
  const t = useText()
  const [original, selected] = [useQuery(contactQuery(pair[0])), useQuery(contactQuery(pair[1]))]
  const failure = original.error ?? selected.error
  if (original.data && selected.data)
    return <Choose key={pair.join()} original={original.data} selected={selected.data} {...props} />
  return (
    <Dialog open onClose={props.onClose} title={t('contacts.merge.title')} size="lg">
      <div className="dialog-body">
        {failure ? <ErrorNote>{errorText(t, failure)}</ErrorNote> : <Skeleton className="h-60" />}
      </div>
    </Dialog>
  )
}

type Both = Omit<Pair, 'pair'> & { original: ContactDetail; selected: ContactDetail }

function Choose({ original, selected, onSwap, onDone, onClose }: Both) {
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
  const result = mergedOf(original, selected, picks)
  /** Equal values need no choice. */
  const row = (field: 'name' | 'number' | 'email' | 'contactCategoryId', label: string, show: Show) => {
    const values = [show(original) || null, show(selected) || null] as const
    if (values[0] === values[1]) return null
    return (
      <FieldRow
        label={label}
        values={values}
        value={picks[field]}
        onChange={(side) => setPicks({ ...picks, [field]: side })}
      />
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('contacts.merge.title')}
      size="lg"
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button tone="primary" busy={merge.isPending} onClick={() => merge.mutate()}>
            {t('contacts.merge.confirm')}
          </Button>
        </>
      }
    >
      <div className="dialog-body grid auto-rows-max gap-4">
        {merge.error && <ErrorNote>{errorText(t, merge.error)}</ErrorNote>}
        <div className="merge-fields">
          <div className="merge-heads">
            <Head role={t('contacts.merge.original')} contact={original} />
            <Head role={t('contacts.merge.selected')} contact={selected} />
          </div>
          {row('name', t('common.field.name'), ({ name }) => name)}
          {row('number', t('common.field.number'), ({ number }) => number && formatPhone(number))}
          {row('email', t('common.field.email'), ({ email }) => email)}
          {row('contactCategoryId', t('common.field.category'), ({ categoria }) => categoria?.descricao)}
        </div>
        <div>
          <Button size="sm" tone="ghost" icon={<ArrowLeftRight />} onClick={onSwap}>
            {t('contacts.merge.swap')}
          </Button>
        </div>
        {(original.extraInfo.length > 0 || selected.extraInfo.length > 0) && (
          <div className="grid gap-2">
            <span className="text-sm font-medium">{t('contacts.merge.field.extraInfo')}</span>
            <Segment
              label={t('contacts.merge.field.extraInfo')}
              items={(['original', 'selected', 'merge'] as const).map((id) => ({
                id,
                label: t(`contacts.merge.extra.${id}`),
              }))}
              value={picks.extraInfo}
              onChange={(extraInfo) => setPicks({ ...picks, extraInfo })}
            />
          </div>
        )}
        <section className="card grid gap-2.5 bg-base-200 p-3" aria-label={t('contacts.merge.preview')}>
          <h3 className="menu-label px-0!">{t('contacts.merge.preview')}</h3>
          <Preview contact={result} picture={original.profilePicUrl ?? selected.profilePicUrl} />
        </section>
        <p className="text-sm text-muted">{t('contacts.merge.text')}</p>
      </div>
    </Dialog>
  )
}

type Show = (contact: ContactDetail) => string | null | undefined

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

function Head({ role, contact }: { role: string; contact: ContactDetail }) {
  return (
    <div className="min-w-0">
      <span className="block text-xs text-faint">{role}</span>
      <span className="person mt-1">
        <Face name={contactName({ contact })} src={contact.profilePicUrl} size={1.75} />
        <b className="truncate font-medium">{contactName({ contact })}</b>
      </span>
    </div>
  )
}

type FieldRowProps = {
  label: string
  values: readonly [ReactNode, ReactNode]
  value: Side
  onChange(side: Side): void
}

function FieldRow({ label, values, value, onChange }: FieldRowProps) {
  const t = useText()
  return (
    <fieldset className="grid grid-cols-2 gap-x-3 gap-y-0 border-t border-line px-3 pt-2 pb-2.5">
      <legend className="col-span-full float-left type-xs text-faint">{label}</legend>
      {(['original', 'selected'] as const).map((side, at) => {
        const shown = values[at]
        return (
          <label
            className="flex min-h-8 min-w-0 items-center gap-2 type-base"
            key={side}
            data-chosen={value === side || undefined}
          >
            <input
              type="radio"
              className="radio radio-primary radio-sm"
              name={label}
              checked={value === side}
              disabled={!shown && Boolean(values[1 - at])}
              onChange={() => onChange(side)}
            />
            {shown ? (
              <span className="min-w-0 truncate">{shown}</span>
            ) : (
              <span className="text-faint">{t('contacts.merge.empty')}</span>
            )}
          </label>
        )
      })}
    </fieldset>
  )
}

function Preview({ contact, picture }: { contact: Mergeable; picture: string | null }) {
  const name = contactName({ contact })
  const facts: readonly Fact[] = contact.extraInfo
  return (
    <div className="flex items-start gap-3">
      <Face name={name} src={picture} size={2.5} />
      <div className="grid min-w-0 gap-0.5 text-sm">
        <b className="truncate font-medium">{name}</b>
        <span className="text-muted">
          {[identityOf(contact, formatPhone), contact.email, contact.categoria?.descricao].filter(Boolean).join(' · ')}
        </span>
        {facts.map(({ name, value }) => (
          <span key={name} className="truncate">
            <span className="text-faint">{name}:</span> {value}
          </span>
        ))}
      </div>
    </div>
  )
}
