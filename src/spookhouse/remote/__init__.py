"""One client for the network protocol of docs/reference/protocol.md.

`address`     which server, which table
`http`        a guest's session: cookies and HTTP requests
`websocket_client`  one WebSocket, message by message
`messages`    requests, answers and notifications as structs
`requests`    numbers requests and matches answers to them
`connection`  a WebSocket with requests that can be awaited
`table_view`  a copy of a table that follows its changes
`policies`    how a player chooses its moves
`player`      takes a seat and plays, through lost connections
`blocking`    the same for code without an event loop
"""
