import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { CloudOff, RotateCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../shared/i18n/useText'
import { Button } from '../shared/kit/Button'
import { EmptyState } from '../shared/kit/EmptyState'
import { ErrorState } from '../shared/kit/ErrorState'
import { isMissingFile, isServerThere } from '../shared/missingFile'
import { ApiError } from '../shared/session/failure'

/**
 * Shown when a page could not open: its data or its code did not load, or it threw. While a command has the company, it tries
 * again by itself.
 */
export function BrokenPage({ error: thrown }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const router = useRouter()
  const again = () => void router.invalidate()
  const retry = useEffectEvent(again)
  const isAway = error instanceof ApiError && error.code === 'ERR_COMPANY_AWAY'
  useEffect(() => {
    if (!isAway) return
    const timer = setInterval(() => retry(), ASK_EVERY)
    return () => clearInterval(timer)
  }, [isAway])
  if (error instanceof ApiError) {
    return (
      <ErrorFrame>
        {isAway ? (
          <EmptyState heading="h1" icon={<RotateCw />} title={error.message} />
        ) : (
          <ErrorState error={error} onRetry={again} />
        )}
      </ErrorFrame>
    )
  }
  return isMissingFile(error) ? (
    <Missing key={error.message} file={error.message} onRetry={again} />
  ) : (
    <Faulty error={error} />
  )
}

const ASK_EVERY = 3_000
/** State of loading a missing chunk. Kept outside the component, because each attempt mounts a new one. */
const attempts = new Map<string, 'offline' | 'retried'>()

/**
 * The page's chunk did not load: the network is down, or an upgrade has replaced it. Whether the server answers
 * distinguishes the two.
 */
function Missing({ file, onRetry }: { file: string; onRetry(): void }) {
  const t = useText()
  const [reason, setReason] = useState<'offline' | 'replaced' | null>(null)
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const ask = async () => {
      clearTimeout(timer)
      const answers = await isServerThere()
      if (isGone) return
      const before = attempts.get(file)
      if (answers && before === undefined) return setReason('replaced')
      // Some browsers cache a failed import until the page is reloaded.
      if (answers && before === 'retried') return location.reload()
      setReason('offline')
      attempts.set(file, answers ? 'retried' : 'offline')
      timer = setTimeout(ask, ASK_EVERY)
      if (answers) retry()
    }
    void ask()
    addEventListener('online', ask)
    return () => {
      isGone = true
      clearTimeout(timer)
      removeEventListener('online', ask)
    }
  }, [file])
  if (reason === null) return <ErrorFrame />
  if (reason === 'replaced') return <Reload text={t('common.error.newVersion')} />
  return (
    <ErrorFrame>
      <EmptyState heading="h1" icon={<CloudOff />} title={t('common.error.title')}>
        {t('common.error.offline')}
      </EmptyState>
    </ErrorFrame>
  )
}

function Faulty({ error }: { error: Error }) {
  const t = useText()
  useEffect(() => console.error(error), [error])
  return <Reload text={t('common.error.faulty')} />
}

function Reload({ text }: { text: string }) {
  const t = useText()
  const reload = (
    <Button size="sm" icon={<RotateCw />} onClick={() => location.reload()}>
      {t('common.error.reload')}
    </Button>
  )
  return (
    <ErrorFrame>
      <EmptyState heading="h1" icon={<TriangleAlert />} title={t('common.error.title')} actions={reload}>
        {text}
      </EmptyState>
    </ErrorFrame>
  )
}

/** The whole window, or the page area of the shell. */
const ErrorFrame = ({ children }: { children?: ReactNode }) => (
  <main className="main grid min-h-dvh in-[.page-place]:min-h-0" role="alert">
    {children}
  </main>
)
