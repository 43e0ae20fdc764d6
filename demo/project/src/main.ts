import { createBoard } from './server.ts'

createBoard().listen(8080, () => console.log('Pinboard: http://localhost:8080/notes'))
