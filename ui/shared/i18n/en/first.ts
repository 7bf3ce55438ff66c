/** What sign-in needs. */
import { texts } from '../../../../src/texts/en'
import { common } from './common'
import { login } from './login'

/** Form hints keep the whole key the schemas carry: `form.name.short`. */
export const first = { common, login, errors: texts.errors, ...texts.form }
