import { useId, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { Toggle } from '../../../shared/kit/Toggle'
import type { Letter } from '../chat/sendFile'
import { useCommand } from '../useCommand'
import { SendDialog } from './SendDialog'

type Location = { name: string; latitude: number; longitude: number }

const LOCATIONS: readonly [Location, ...Location[]] = [
  { name: 'Praia de Icaraí, Niterói', latitude: -22.9068, longitude: -43.1079 },
  { name: 'Avenida Paulista, São Paulo', latitude: -23.5614, longitude: -46.6559 },
  { name: 'Mercado Central, Belo Horizonte', latitude: -19.9227, longitude: -43.9434 },
  { name: 'Pelourinho, Salvador', latitude: -12.9718, longitude: -38.5085 },
  { name: 'Jardim Botânico, Curitiba', latitude: -25.4421, longitude: -49.2383 },
]

/** Sends a location; no map is fetched. */
export function LocationDialog({ letter, onSent, onClose }: { letter: Letter; onSent(): void; onClose(): void }) {
  const t = useText()
  const id = useId()
  const run = useCommand()
  const [chosen, setChosen] = useState<Location>(LOCATIONS[0])
  const [live, setLive] = useState(false)
  return (
    <SendDialog
      title={t('simulator.kind.location')}
      busy={run.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        const { from, to, quotedId } = letter
        run.mutate(
          { do: 'sendLocation', from, to, ...(quotedId ? { quotedId } : {}), ...chosen, ...(live ? { live } : {}) },
          { onSuccess: onSent },
        )
      }}
    >
      <fieldset className="grid max-h-60 m-0 p-0 border-0 overflow-y-auto">
        <legend className="sr-only">{t('simulator.kind.location')}</legend>
        {LOCATIONS.map((place) => (
          <label key={place.name} className="choice">
            <input
              type="radio"
              name={id}
              className="radio radio-sm"
              checked={chosen === place}
              onChange={() => setChosen(place)}
            />
            <span className="two min-w-0">
              <span className="truncate">{place.name}</span>
              <small className="nums">
                {place.latitude.toFixed(4)}, {place.longitude.toFixed(4)}
              </small>
            </span>
          </label>
        ))}
      </fieldset>
      <label htmlFor={`${id}-live`} className="flex items-center gap-2 text-sm">
        <Toggle id={`${id}-live`} checked={live} onChange={setLive} />
        {t('simulator.livePlace')}
      </label>
    </SendDialog>
  )
}
