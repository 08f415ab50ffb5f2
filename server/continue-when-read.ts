import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/**
 * For `checkContinue`: a client that waits for `100 Continue` gets it when its body starts to be read, so that a
 * request that is rejected by its headers (401, 404, 413) is rejected before megabytes are sent.
 */
export function continueWhenRead(listener: RequestListener): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const read = request._read;
    // Without the body the connection can't carry another request (RFC 9110, section 10.1.1).
    const mayKeepAlive = response.shouldKeepAlive;
    response.shouldKeepAlive = false;
    request._read = (size) => {
      request._read = read;
      // After the response Node reads the rest of the body, which was never sent.
      if (!response.headersSent) {
        response.shouldKeepAlive = mayKeepAlive;
        response.writeContinue();
      }
      read.call(request, size);
    };
    listener(request, response);
  };
}
