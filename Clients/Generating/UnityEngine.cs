// Stand-ins for the few names of Unity that the generated client uses, over .NET's HttpWebRequest, so that Mono compiles
// and runs it. Their real page: https://docs.unity3d.com/ScriptReference/Networking.UnityWebRequest.html
using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Text;
using System.Threading.Tasks;

namespace UnityEngine
{
    public static class Debug
    {
        public static void LogError(object message) { Console.Error.WriteLine(message); }
    }

    public static class PlayerPrefs
    {
        private static readonly Dictionary<string, string> texts = new Dictionary<string, string>();

        public static string GetString(string key) { return texts.ContainsKey(key) ? texts[key] : ""; }
        public static void SetString(string key, string value) { texts[key] = value; }
        public static void Save() { }
    }

    public class WWWForm
    {
        public void AddField(string name, string value) { throw new NotSupportedException(); }
        public void AddBinaryData(string name, byte[] bytes, string file = null, string type = null) { throw new NotSupportedException(); }
    }
}

namespace UnityEngine.Networking
{
    public interface IMultipartFormSection { }

    public class MultipartFormDataSection : IMultipartFormSection
    {
        public MultipartFormDataSection(string name, string value) { throw new NotSupportedException(); }
    }

    public class DownloadHandler : IDisposable
    {
        public byte[] data { get; set; }
        public string text { get { return data == null ? "" : Encoding.UTF8.GetString(data); } }
        public void Dispose() { }
    }

    public class DownloadHandlerBuffer : DownloadHandler { }

    public class UnityWebRequestAsyncOperation
    {
        public Task Work;
        public bool isDone { get { return Work.IsCompleted; } }
        public UnityWebRequest webRequest { get; set; }
        public event Action<UnityWebRequestAsyncOperation> completed
        {
            add { Work.ContinueWith(_ => value(this)); }
            remove { }
        }
    }

    public class UnityWebRequest : IDisposable
    {
        public enum Result { InProgress, Success, ConnectionError, ProtocolError, DataProcessingError }

        private readonly Dictionary<string, string> fields = new Dictionary<string, string>();
        private readonly Dictionary<string, string> replyFields = new Dictionary<string, string>();
        private byte[] body;

        public UnityWebRequest(string address, string verb) { url = address; method = verb; }
        public UnityWebRequest(Uri address, string verb) : this(address.ToString(), verb) { }

        public string url { get; set; }
        public string method { get; set; }
        public int timeout { get; set; }
        public bool isDone { get; private set; }
        public long responseCode { get; private set; }
        public string error { get; private set; }
        public Result result { get; private set; }
        public DownloadHandler downloadHandler { get; set; }

        public static UnityWebRequest Put(string url, byte[] bytes) { return new UnityWebRequest(url, "PUT") { body = bytes, downloadHandler = new DownloadHandlerBuffer() }; }
        public static UnityWebRequest Put(string url, string text) { return Put(url, Encoding.UTF8.GetBytes(text)); }
        public static UnityWebRequest Post(string url, List<IMultipartFormSection> form) { throw new NotSupportedException(); }
        public static UnityWebRequest Post(string url, WWWForm form) { throw new NotSupportedException(); }

        public void SetRequestHeader(string name, string value) { fields[name] = value; }
        public string GetResponseHeader(string name) { return replyFields[name]; }
        public Dictionary<string, string> GetResponseHeaders() { return replyFields; }
        public void Abort() { }
        public void Dispose() { }

        public UnityWebRequestAsyncOperation SendWebRequest()
        {
            return new UnityWebRequestAsyncOperation { Work = Task.Run(() => Send()), webRequest = this };
        }

        private void Send()
        {
            try
            {
                using (var reply = Reply()) Read(reply);
                result = responseCode < 400 ? Result.Success : Result.ProtocolError;
                if (responseCode >= 400) error = "HTTP " + responseCode;
            }
            catch (WebException found)
            {
                result = Result.ConnectionError;
                error = found.Message;
            }
            isDone = true;
        }

        private HttpWebResponse Reply()
        {
            var request = (HttpWebRequest)WebRequest.Create(url);
            request.Method = method;
            foreach (var field in fields)
            {
                if (field.Key == "Content-Type") request.ContentType = field.Value;
                else if (field.Key == "Accept") request.Accept = field.Value;
                else if (field.Key == "User-Agent") request.UserAgent = field.Value;
                else request.Headers[field.Key] = field.Value;
            }
            try
            {
                if (body != null) using (var stream = request.GetRequestStream()) stream.Write(body, 0, body.Length);
                return (HttpWebResponse)request.GetResponse();
            }
            catch (WebException found)
            {
                if (found.Response == null) throw;
                return (HttpWebResponse)found.Response;
            }
        }

        private void Read(HttpWebResponse reply)
        {
            responseCode = (long)reply.StatusCode;
            foreach (var name in reply.Headers.AllKeys) replyFields[name] = reply.Headers[name];
            using (var stream = reply.GetResponseStream())
            using (var memory = new MemoryStream())
            {
                stream.CopyTo(memory);
                downloadHandler.data = memory.ToArray();
            }
        }
    }
}
