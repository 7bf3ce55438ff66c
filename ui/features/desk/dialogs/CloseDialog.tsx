import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { OF_CONNECTION, type RatingChoice } from '../../../../src/features/ratings/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { errorText } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { IdSelect } from '../../../shared/kit/IdSelect'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { Toggle } from '../../../shared/kit/Toggle'
import { storedOfPerson } from '../../../shared/session/ofPerson'
import { useSettings } from '../../../shared/settings/useSettings'
import { useContactName } from '../../contacts/names'
import { RichText } from '../../messages/bubble/RichText'
import { ratingChoicesQuery } from '../api'
import { useMoves } from '../moves/useMoves'
import { closingQuestions, type Farewell, type RatingWish } from '../rules/closing'

type Props = { ticket: TicketSummary; farewell: Farewell; onClose(): void }

/** Asks what the settings require before a ticket is closed. Enter accepts the proposal. */
export function CloseDialog({ ticket, farewell: before, onClose }: Props) {
  const t = useText()
  const name = useContactName(ticket)
  const { closeAs } = useMoves()
  const [farewell, setFarewell] = useState(before)
  const asks = closingQuestions(useSettings(), ticket, before)
  const rating = useRating(ticket, asks.rating)
  const confirm = useRef<HTMLButtonElement>(null)
  const isDone = useRef(false)
  const [isHasty, setHasty] = useState(false)
  const finish = (wish: RatingWish) => {
    isDone.current = true
    onClose()
    if (typeof wish === 'number' || wish === 'connection') rating.remember(wish === 'connection' ? OF_CONNECTION : wish)
    closeAs(ticket, { farewell, rating: wish })
  }
  const take = () => {
    if (rating.chosen === null) finish('usual')
    else finish(rating.chosen === OF_CONNECTION ? 'connection' : rating.chosen)
  }
  const takeNow = useEffectEvent(take)
  const isReady = isHasty && !rating.isLoading
  useEffect(() => {
    if (isReady) takeNow()
  }, [isReady])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Enter was pressed before the options had loaded.
    if (rating.isLoading) setHasty(true)
    else take()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('tickets.closeDialog.title', { name })}
      size="md"
      initialFocus={confirm}
      isReplaced={() => isDone.current}
    >
      <form onSubmit={submit}>
        <div className="dialog-body grid gap-4 pt-0!">
          {asks.farewell && <FarewellChoice value={farewell} onChange={setFarewell} />}
          {asks.rating && <RatingField {...rating} />}
          {!asks.farewell && !asks.rating && <p>{t('tickets.closeDialog.text')}</p>}
        </div>
        <footer className="dialog-foot flex-wrap">
          <Button tone="ghost" className="mr-auto" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          {rating.isOffered && <Button onClick={() => finish('none')}>{t('tickets.closeDialog.without')}</Button>}
          <Button ref={confirm} type="submit" tone="primary" busy={isHasty && rating.isLoading}>
            {rating.isOffered ? t('tickets.closeDialog.with') : t('tickets.close')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

type FarewellProps = { value: Farewell; onChange(farewell: Farewell): void }

/** Whether the contact gets the farewell message. */
function FarewellChoice({ value, onChange }: FarewellProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <Toggle
        id={id}
        size="sm"
        checked={value === 'with farewell'}
        onChange={(isOn) => onChange(isOn ? 'with farewell' : 'silently')}
      />
      <label htmlFor={id} className="cursor-pointer">
        {t('tickets.closeDialog.farewell')}
      </label>
    </div>
  )
}

/** The rating this user asked for last in this browser. */
const lastRatingAtom = storedOfPerson<number | null>(
  'desk.lastRating',
  null,
  (value): value is number | null => value === null || typeof value === 'number',
)

/** The rating questions available for this contact; initially the user's last choice is selected, or the server's proposal. */
function useRating({ id }: TicketSummary, isAsked: boolean) {
  const { data: choices, error, isLoading } = useQuery({ ...ratingChoicesQuery(id), enabled: isAsked })
  const [picked, setPicked] = useState<number | null>(null)
  const [last, remember] = useAtom(lastRatingAtom)
  const usual = choices?.find(({ id }) => id === last) ?? choices?.find(({ isProposed }) => isProposed)
  return {
    choices,
    error,
    isLoading,
    isOffered: choices !== undefined && choices.length > 0,
    /** Null without a choice: the server always proposes one. */
    chosen: picked ?? usual?.id ?? null,
    pick: setPicked,
    remember,
  }
}

type RatingFieldProps = ReturnType<typeof useRating>

/** Selects a rating, and shows what the contact will read. */
function RatingField({ choices, error, chosen, pick: setPicked }: RatingFieldProps) {
  const t = useText()
  if (error && !choices) return <ErrorNote>{errorText(t, error)}</ErrorNote>
  if (!choices) return <Skeleton className="h-16" />
  if (choices.length === 0) return <p className="text-muted">{t('tickets.closeDialog.noRating')}</p>
  const question = choices.find(({ id }) => id === chosen)?.question
  const nameOf = ({ id, name }: RatingChoice) => (id === OF_CONNECTION ? t('tickets.closeDialog.ofConnection') : name)
  return (
    <>
      <IdSelect
        label={t('tickets.closeDialog.rating')}
        options={choices.map((choice) => ({ id: choice.id, name: nameOf(choice) }))}
        value={chosen}
        onChange={setPicked}
        none={t('tickets.closeDialog.choose')}
        isNoneDisabled
      />
      {question && (
        <p className="max-h-48 overflow-y-auto rounded-box bg-base-200 px-3 py-2 text-sm whitespace-pre-wrap">
          <RichText text={question} />
        </p>
      )}
    </>
  )
}
