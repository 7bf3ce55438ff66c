import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type FinishSignIn, productIn } from '../../../../src/channels/meta/contract'
import { errorText } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Note } from '../../../shared/kit/Note'
import { usePageTitle } from '../../../shared/usePageTitle'
import { connectionsQuery } from '../../directory/api'
import { finishSignUp } from '../official/api'
import { NumbersDialog } from '../official/NumbersDialog'
import { finishSignIn } from '../pages/api'
import { PagesDialog } from '../pages/PagesDialog'

/** Where Meta sends people back to: finishes the sign-in, and offers the pages or numbers that it found. */
export function MetaSignInPage() {
  const t = useText()
  const navigate = useNavigate()
  const [wanted] = useState(() => readAddress(window.location.search))
  const product = productIn(wanted.state)
  const title = t(product === 'pages' ? 'connections.pages.title' : 'connections.numbers.title')
  usePageTitle(title)
  const { data } = useQuery(connectionsQuery)
  const back = () => void navigate({ to: '/connections', search: {}, replace: true })
  const { mutate, error, data: found } = useMutation({ mutationFn: () => finish(wanted) })
  useEffect(() => {
    // The code is used once, so it must not be in the history; and never twice, so not in every effect.
    if (window.location.search === '') return
    window.history.replaceState(window.history.state, '', window.location.pathname)
    mutate()
  }, [mutate])
  const hasFailed = error !== null || wanted.state === ''
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{title}</h1>
      </div>
      <div className="page-body grid content-start justify-items-start gap-4 p-6">
        {hasFailed ? (
          <>
            <Note tone="error" icon={<CircleAlert />} role="alert">
              <strong className="block">{t('connections.pages.failed')}</strong>
              {error ? errorText(t, error) : t('connections.pages.expired')}
            </Note>
            <Button onClick={back}>{t('connections.pages.back')}</Button>
          </>
        ) : !found || !data ? (
          <p role="status">{t('connections.pages.finishing')}</p>
        ) : found.product === 'pages' ? (
          <PagesDialog found={found.what} count={data.length} onClose={back} />
        ) : (
          <NumbersDialog found={found.what} count={data.length} onClose={back} />
        )}
      </div>
    </main>
  )
}

const finish = async (wanted: FinishSignIn) =>
  productIn(wanted.state) === 'pages'
    ? { product: 'pages' as const, what: await finishSignIn(wanted) }
    : { product: 'numbers' as const, what: await finishSignUp(wanted) }

/** Read as it stands: the router would turn a code of digits into a number. */
function readAddress(search: string): FinishSignIn {
  const given = new URLSearchParams(search)
  const [code, error] = [given.get('code'), given.get('error_description') ?? given.get('error')]
  return {
    state: given.get('state') ?? '',
    ...(code !== null && { code }),
    ...(error !== null && { error: error.slice(0, 1000) }),
  }
}
