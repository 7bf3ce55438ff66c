import { LocateFixed } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { FormFoot } from '../../../shared/form/FormFoot'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { Field } from '../../../shared/kit/Field'
import { toast } from '../../../shared/kit/toast'
import { mapAddress, pointIn, pointText } from '../rules/kinds'
import type { CarriedDraft } from '../rules/outgoing'

type Props = { onSend(carried: CarriedDraft): void; onClose(): void }

/** A location: coordinates, a pasted map link, or this device's position. Nothing is looked up online. */
export function LocationDialog({ onSend, onClose }: Props) {
  const t = useText()
  const [where, setWhere] = useState('')
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [isLocating, setLocating] = useState(false)
  const point = pointIn(where)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!point) return
    const [called, at] = [name.trim(), address.trim()]
    onSend({
      kind: 'location',
      fields: { location: { ...point, ...(called && { name: called }), ...(at && { address: at }) } },
      extra: { place: { ...point, name: called || null, address: at || null, live: false } },
    })
    onClose()
  }
  const locate = () => {
    setLocating(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setWhere(pointText(coords))
        setLocating(false)
      },
      () => {
        toast.warning(t('messages.place.refused'))
        setLocating(false)
      },
      { timeout: 10_000 },
    )
  }
  return (
    <Dialog open onClose={onClose} title={t('messages.place.title')} size="sm">
      <form onSubmit={submit} noValidate>
        <div className="dialog-body grid gap-4 pt-1!">
          <Field
            label={t('messages.place.where')}
            hint={t('messages.place.hint')}
            error={(isAsked || where.trim().length > 12) && !point && t('messages.place.unreadable')}
          >
            {(control) => (
              <input
                {...control}
                className="input w-full"
                autoComplete="off"
                placeholder="-22.93321, -43.17521"
                value={where}
                onChange={(event) => setWhere(event.target.value)}
              />
            )}
          </Field>
          {/* Browsers give the position only on HTTPS and localhost. */}
          {isSecureContext && 'geolocation' in navigator && (
            <Button size="sm" className="justify-self-start" icon={<LocateFixed />} busy={isLocating} onClick={locate}>
              {t('messages.place.here')}
            </Button>
          )}
          <Words label={t('messages.place.name')} most={200} value={name} onChange={setName} />
          <Words label={t('messages.place.address')} most={500} value={address} onChange={setAddress} />
          {point && (
            <p className="text-sm text-muted">
              {pointText(point)} ·{' '}
              <a className="link" href={mapAddress(point)} target="_blank" rel="noopener noreferrer nofollow">
                {t('messages.openMap')}
              </a>
            </p>
          )}
        </div>
        <FormFoot action={t('messages.send')} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function Words(props: { label: string; most: number; value: string; onChange(value: string): void }) {
  return (
    <Field label={props.label} optional>
      {(control) => (
        <input
          {...control}
          className="input w-full"
          maxLength={props.most}
          autoComplete="off"
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
