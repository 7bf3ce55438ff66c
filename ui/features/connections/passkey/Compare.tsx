import { ShieldAlert } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { CodeTiles } from '../pair/CodeTiles'

/** The code that the phone must show too. */
export function Compare({ code }: { code: string | null }) {
  const t = useText()
  return (
    <div className="dialog-body grid justify-items-center gap-5 py-8! text-center">
      <div className="grid gap-1">
        <h3 className="text-[0.9375rem] font-semibold">{t('connections.passkey.compare.title')}</h3>
        <p className="text-sm text-muted">{t('connections.passkey.compare.text')}</p>
      </div>
      <div className="code-tiles-lg">
        <CodeTiles code={code} />
      </div>
      <p className="note-line max-w-[30rem] text-left">
        <ShieldAlert className="size-4! mt-px" />
        <span>{t('connections.passkey.compare.warn')}</span>
      </p>
    </div>
  )
}

export function CompareButtons({ isBusy, onCompared }: { isBusy: boolean; onCompared(same: boolean): void }) {
  const t = useText()
  return (
    <>
      <Button tone="ghost" className="text-error-ink" disabled={isBusy} onClick={() => onCompared(false)}>
        {t('connections.passkey.compare.another')}
      </Button>
      <Button tone="primary" busy={isBusy} onClick={() => onCompared(true)}>
        {t('connections.passkey.compare.same')}
      </Button>
    </>
  )
}
