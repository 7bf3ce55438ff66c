import type { FinishSignIn } from '../../../../src/channels/meta/contract'
import type { ChoosePages } from '../../../../src/channels/meta/pages/contract'
import type { PageRoutes } from '../../../../src/channels/meta/pages/routes'
import { client, unwrap } from '../../../shared/client'

const { facebook } = client<PageRoutes>()

/** Returns where the browser signs in to Meta. */
export const startPageSignIn = () => unwrap(facebook['sign-in'].post())
export const finishSignIn = (wanted: FinishSignIn) => unwrap(facebook['sign-in'].finish.post(wanted))
export const choosePages = (choice: ChoosePages) => unwrap(facebook.pages.post(choice))
