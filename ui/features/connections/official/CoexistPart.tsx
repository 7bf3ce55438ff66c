import { useMutation } from '@tanstack/react-query'
import { Info, LogIn } from 'lucide-react'
import { errorText } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { Note } from '../../../shared/kit/Note'
import { Does } from '../passkey/Does'
import { startCoexistence } from './api'
import { Part } from './Part'

const STEPS = ['signIn', 'scan', 'history', 'test'] as const
const PRICES = ['phone', 'answer', 'template'] as const

/** The same number stays on the phone's app: it goes through Meta's sign-in, and nothing is copied. */
export function CoexistPart() {
  const t = useText()
  const start = useMutation({
    mutationFn: startCoexistence,
    onSuccess: ({ url }) => window.location.assign(url),
  })
  return (
    <>
      <Part place={2} title={t('connections.official.coexist.title')}>
        <Does
          now={0}
          deeds={STEPS.map((step) => ({
            title: t(`connections.official.coexist.${step}`),
            text: t(`connections.official.coexist.${step}Text`),
            ...(step === 'signIn' && {
              action: (
                <Button size="sm" tone="primary" icon={<LogIn />} busy={start.isPending} onClick={() => start.mutate()}>
                  {t('connections.official.coexist.enter')}
                </Button>
              ),
            }),
          }))}
        />
        {start.error && <ErrorNote>{errorText(t, start.error)}</ErrorNote>}
        <Note tone="info" icon={<Info />}>
          {t('connections.official.coexist.note')}
        </Note>
      </Part>
      <Part place={3} title={t('connections.official.coexist.price')}>
        <dl className="grid gap-2 text-sm">
          {PRICES.map((one) => (
            <div key={one} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-muted">{t(`connections.official.coexist.prices.${one}`)}</dt>
              <dd>{t(`connections.official.coexist.costs.${one}`)}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </>
  )
}
