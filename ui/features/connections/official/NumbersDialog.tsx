import '../kinds/kinds.css'
import '../passkey/passkey.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'
import type {
  FoundNumbers,
  NumbersConnected,
  SignedUpNumber,
} from '../../../../src/channels/meta/cloud/sign-up-contract'
import { errorText } from '../../../shared/errorText'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ChannelIcon } from '../../../shared/kit/ChannelIcon'
import { Dialog } from '../../../shared/kit/Dialog'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { colorOf, initials } from '../../../shared/kit/Face'
import { Field } from '../../../shared/kit/Field'
import { Note } from '../../../shared/kit/Note'
import { toast } from '../../../shared/kit/toast'
import { useUser } from '../../../shared/session/useUser'
import { queuesQuery } from '../../directory/api'
import { SignInSteps } from '../signIn/SignInSteps'
import { chooseNumbers } from './api'
import { canBeChosen, chosenIn, countNew, firstPicked, type PinOfNumber, toggled } from './numbers'

type Props = {
  found: FoundNumbers
  /** How many connections the company has. */
  count: number
  onClose(): void
}

/** The numbers that a person granted in Meta's sign-up, to choose from. */
export function NumbersDialog({ found, count, onClose }: Props) {
  const t = useText()
  const limit = useUser().company.plan?.connections ?? null
  const room = limit === null ? null : Math.max(0, limit - count)
  const [numbers, setNumbers] = useState(found.numbers)
  const [key, setKey] = useState<string | null>(found.key)
  const [picked, setPicked] = useState<PinOfNumber>(() => firstPicked(found.numbers, room))
  const queues = useQuery(queuesQuery).data ?? []
  const chosen = chosenIn(picked, numbers)
  const isTooMany = room !== null && countNew(picked, numbers) > room
  const choose = useMutation({
    mutationFn: chooseNumbers,
    onSuccess(result) {
      const fresh = result.connected.filter(({ isNew }) => isNew).length
      if (fresh > 0) toast.success(t('connections.numbers.done', { count: fresh }))
      else if (result.connected.length > 0) toast.success(t('connections.pages.renewed'))
      if (result.refused.length === 0) return onClose()
      const isDone = ({ id }: SignedUpNumber) => result.connected.some((one) => one.id === id)
      setNumbers((now) => now.map((one) => (isDone(one) ? { ...one, isConnected: true, needsPin: false } : one)))
      setPicked((now) => new Map([...now].filter(([id]) => result.refused.some((one) => one.id === id))))
      setKey(result.key)
    },
  })
  const isReady = chosen !== undefined && key !== null && !isTooMany
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      lead={<ChannelIcon channel="whatsapp_cloud" size="lg" />}
      title={t('connections.numbers.title')}
      firstStop=".pick-row input:not([disabled])"
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            tone="primary"
            disabled={!isReady}
            busy={choose.isPending}
            onClick={() =>
              isReady &&
              choose.mutate({
                key,
                numbers: [...chosen],
                queueIds: queues.length === 1 ? queues.map(({ id }) => id) : [],
              })
            }
          >
            {picked.size > 0 && countNew(picked, numbers) === 0
              ? t('connections.pages.renew')
              : t('connections.pages.connect', { count: countNew(picked, numbers) })}
          </Button>
        </>
      }
    >
      <SignInSteps now="choose" choose={t('connections.numbers.choose')} />
      <div className="min-h-0 overflow-y-auto">
        {choose.error && <ErrorNote className="m-5">{errorText(t, choose.error)}</ErrorNote>}
        {choose.data && choose.data.refused.length > 0 && <Refused refused={choose.data.refused} />}
        {numbers.length === 0 && (
          <p className="px-5 py-4 text-pretty">
            {t(found.businesses === 0 ? 'connections.numbers.noBusiness' : 'connections.numbers.none')}
          </p>
        )}
        {numbers.map((number) => (
          <NumberRow
            key={number.id}
            number={number}
            pin={picked.get(number.id)}
            onToggle={() => setPicked((now) => toggled(now, number.id))}
            onPin={(pin) => setPicked((now) => new Map(now).set(number.id, pin))}
          />
        ))}
        {numbers.length > 0 && (
          <div className="px-5 pb-4 pt-1">
            <Note tone={isTooMany ? 'warning' : 'info'} icon={<Info />} role="status">
              {t(isTooMany ? 'connections.kind.full' : 'connections.numbers.note')}
            </Note>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Refused({ refused }: Pick<NumbersConnected, 'refused'>) {
  const t = useText()
  return (
    <ErrorNote className="m-5">
      {refused.map(({ id, name, reason, answer }) => (
        <span key={id} className="block wrap-anywhere">
          {name}: {t(`connections.numbers.refusal.${reason}`)} {reason === 'meta' && answer}
        </span>
      ))}
    </ErrorNote>
  )
}

type RowProps = {
  number: SignedUpNumber
  /** Undefined: it is not ticked. */
  pin: string | undefined
  onToggle(): void
  onPin(pin: string): void
}

/** A number with what becomes of it. What cannot be connected stays in the list, with the reason. */
function NumberRow({ number, pin, onToggle, onPin }: RowProps) {
  const t = useText()
  const format = useFormat()
  const { name, phone, businessName, isConnected, isCoexistent, needsPin, refusal } = number
  const shown = name || format.phone(phone)
  const state = isConnected ? 'connected' : isCoexistent ? 'onPhone' : needsPin ? 'register' : 'ready'
  return (
    <>
      <label className="pick-row" data-off={canBeChosen(number) ? undefined : ''}>
        <input
          type="checkbox"
          className="checkbox checkbox-sm checkbox-primary"
          checked={pin !== undefined}
          disabled={!canBeChosen(number)}
          onChange={onToggle}
        />
        <span className="page-mark" style={{ '--c': colorOf(shown) } as React.CSSProperties} aria-hidden="true">
          {initials(shown)}
        </span>
        <span className="min-w-0">
          <b>{shown}</b>
          <small>{[format.phone(phone), businessName].filter(Boolean).join(', ')}</small>
        </span>
        <span className="text-xs text-faint max-sm:col-start-3 max-sm:col-span-2">
          {refusal ? t(`connections.numbers.refusal.${refusal}`) : t(`connections.numbers.state.${state}`)}
        </span>
      </label>
      {needsPin && pin !== undefined && (
        <div className="px-5 pb-3 sm:pl-19">
          <Field label={t('connections.numbers.pin', { name: shown })} hint={t('connections.numbers.pinHint')}>
            {(control) => (
              <input
                {...control}
                className="input font-mono w-32"
                inputMode="numeric"
                autoComplete="off"
                maxLength={6}
                value={pin}
                onChange={({ target }) => onPin(target.value.replace(/\D/g, ''))}
              />
            )}
          </Field>
        </div>
      )}
    </>
  )
}
