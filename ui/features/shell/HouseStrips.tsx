import { useQuery } from '@tanstack/react-query'
import { FlaskConical, MoonStar } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { houseQuery } from './api'

/** On every screen of a house that is not the real thing at work: its WhatsApp is pretended, or it is a copy at rest. */
export function HouseStrips() {
  const t = useText()
  const house = useQuery(houseQuery).data
  return (
    <>
      {house?.passive && (
        <aside className="house-strip house-strip-warn" aria-label={t('shell.atRestName')}>
          <MoonStar />
          <span>{t('shell.atRest')}</span>
        </aside>
      )}
      {house?.simulator && (
        <aside className="house-strip" aria-label={t('shell.simulator')}>
          <FlaskConical />
          <span>{t('shell.simulatorOn')}</span>
        </aside>
      )}
    </>
  )
}
