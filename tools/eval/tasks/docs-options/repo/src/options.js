/** Every option of the server: its name, what it is when nobody says, and what it does. */
export const OPTIONS = [
  { name: 'port', initial: 8080, about: 'the port that it listens on' },
  { name: 'host', initial: '127.0.0.1', about: 'the address that it listens on' },
  { name: 'log-level', initial: 'info', about: 'how much it logs: error, info or debug' },
  { name: 'max-body', initial: 65536, about: 'the largest body that it takes, in bytes' },
]
