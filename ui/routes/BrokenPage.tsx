import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { CloudOff, RotateCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../shared/i18n/useText'
import { Button } from '../shared/kit/Button'
import { EmptyState } from '../shared/kit/EmptyState'
import { ErrorState } from '../shared/kit/ErrorState'
import { isMissingFile, isServerThere } from '../shared/missingFile'
import { ApiError } from '../shared/session/failure'

/** A page that could not open: its data, its own file, or a fault of ours. */
export function BrokenPage({ error: thrown }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const router = useRouter()
  const again = () => void router.invalidate()
  if (error instanceof ApiError) {
    return (
      <Place>
        <ErrorState error={error} onRetry={again} />
      </Place>
    )
  }
  return isMissingFile(error) ? (
    <Missing key={error.message} file={error.message} onRetry={again} />
  ) : (
    <Faulty error={error} />
  )
}

const ASK_EVERY = 3_000
/** After the line was down a file is asked for so often: a line that is back may fail once more. */
const TRIES = 3
/** By file; outlives this component, which each try makes anew. */
const triesLeft = new Map<string, number>()

/** The page's own file did not come: the line is down, or an upgrade has replaced it. The server answering tells which. */
function Missing({ file, onRetry }: { file: string; onRetry(): void }) {
  const t = useText()
  const [why, tell] = useState<'offline' | 'replaced' | null>(null)
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const ask = async () => {
      clearTimeout(timer)
      const answers = await isServerThere()
      if (isGone) return
      const left = triesLeft.get(file) ?? 0
      if (answers && left === 0) return tell('replaced')
      tell('offline')
      triesLeft.set(file, answers ? left - 1 : TRIES)
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
  if (why === null) return <Place />
  if (why === 'replaced') return <Reload text={t('common.error.newVersion')} />
  return (
    <Place>
      <EmptyState heading="h1" icon={<CloudOff />} title={t('common.error.title')}>
        {t('common.error.offline')}
      </EmptyState>
    </Place>
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
    <Place>
      <EmptyState heading="h1" icon={<TriangleAlert />} title={t('common.error.title')} actions={reload}>
        {text}
      </EmptyState>
    </Place>
  )
}

/** The whole window, or the shell's place for pages. */
const Place = ({ children }: { children?: ReactNode }) => (
  <main className="main grid min-h-dvh in-[.page-place]:min-h-0" role="alert">
    {children}
  </main>
)
