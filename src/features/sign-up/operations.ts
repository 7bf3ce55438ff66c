import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getSignup: [
      'Ler o que um visitante pode contratar',
      'Leer lo que puede contratar un visitante',
      'Bir ziyaretçinin neye kaydolabileceğini oku',
    ],
    postSignup: [
      'Criar uma empresa em teste, e entrar',
      'Crear una empresa de prueba, e iniciar sesión',
      'Deneme süreli bir şirket oluştur ve oturum aç',
    ],
  },
}
