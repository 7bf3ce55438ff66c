import type { Operations } from '../platform/operations'

export const operations: Operations = {
  nouns: {
    Users: [
      ['os usuários', 'um usuário'],
      ['los usuarios', 'un usuario'],
      ['Kullanıcıları', 'Kullanıcı', 'Bir kullanıcıyı'],
    ],
  },
  summaries: {
    postAuthLogin: ['Entrar', 'Iniciar sesión', 'Oturum aç'],
    deleteAuthLogout: ['Sair', 'Cerrar sesión', 'Oturumu kapat'],
    getAuthMe: ['Ler quem entrou', 'Leer quién inició sesión', 'Oturum açan kullanıcıyı oku'],
    postAuthRefreshToken: [
      'Renovar o token com o cookie da sessão',
      'Renovar el token con la cookie de la sesión',
      'Belirteci oturum çereziyle yenile',
    ],
    postUserAccess: [
      'Deixar um usuário usar uma conexão',
      'Dejar que un usuario use una conexión',
      'Bir kullanıcının bir bağlantıyı kullanmasına izin ver',
    ],
    postUserAccessDeleteConnectionByUser: [
      'Impedir um usuário de usar uma conexão',
      'Impedir que un usuario use una conexión',
      'Bir kullanıcının bir bağlantıyı kullanmasını durdur',
    ],
    getUserAccessListByConnectionById: [
      'Listar quem pode usar uma conexão',
      'Listar quién puede usar una conexión',
      'Bir bağlantıyı kimlerin kullanabileceğini listele',
    ],
    getUserAccessListByUserById: [
      'Listar as conexões que um usuário pode usar',
      'Listar las conexiones que puede usar un usuario',
      'Bir kullanıcının kullanabileceği bağlantıları listele',
    ],
    getUsersList: [
      'Listar usuários para escolher',
      'Listar usuarios para elegir',
      'Seçilebilecek kullanıcıları listele',
    ],
  },
}
